import { Button, Group, NativeSelect, Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { DataTable } from '../list/data-table.tsx';
import { choicesOf } from '../parts/choices.ts';
import { useMay } from '../session.tsx';
import { fieldWords } from './describe-import.ts';
import type { Import, ImportField } from './import-queries.ts';
import type { PendingCorrection } from './use-correction.ts';

type Mapping = Readonly<Record<string, ImportField | ''>>;

const choices = [{ value: '', label: 'Ignore' }, ...choicesOf(fieldWords)];

const readAs = ({ columns }: Import): Mapping =>
  Object.fromEntries(columns.map(({ header, field }) => [header, field ?? '']));

interface ColumnsProps {
  plan: Import;
  correction: PendingCorrection;
}

/** The columns of the file with their fields, which can be corrected. */
export function Columns({ plan, correction }: ColumnsProps): ReactNode {
  const read = readAs(plan);
  const [mapping, setMapping] = useState(read);
  const canCheck = useMay()('imports:write');
  const changed = Object.entries(mapping).filter(([header, field]) => read[header] !== field);
  const choose = (header: string, field: string): void =>
    setMapping((before) => ({ ...before, [header]: field as ImportField | '' }));
  const check = (): void => {
    const fields = changed.map(([header, field]) => [header, field || null] as const);
    correction.send({ mapping: Object.fromEntries(fields) });
  };
  const fieldOf = ({ header }: { header: string }): ReactNode => (
    <NativeSelect
      aria-label={`Field of ${header}`}
      value={mapping[header] ?? ''}
      data={choices}
      disabled={!canCheck}
      onChange={(event) => choose(header, event.currentTarget.value)}
    />
  );
  return (
    <Stack gap="sm">
      <DataTable
        label="Columns"
        rows={plan.columns.map((column) => ({ ...column, id: column.header }))}
        columns={[
          { title: 'Column', show: ({ header }) => header },
          {
            title: 'Examples',
            show: ({ samples }) => samples.filter(Boolean).slice(0, 2).join(', ') || null,
          },
          { title: 'Field', show: fieldOf },
        ]}
      />
      {changed.length > 0 && (
        <Group justify="end">
          <Button onClick={check} loading={correction.isSending}>
            Check again
          </Button>
        </Group>
      )}
    </Stack>
  );
}
