import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { DataTable } from '../list/data-table.tsx';
import { choicesOf } from '../parts/choices.ts';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { useApiMutation } from '../parts/use-api-mutation.ts';
import { fieldWords } from './describe-import.ts';
import { planImport, requestOf, type Import } from './import-queries.ts';

type Mapping = Readonly<Record<string, string>>;

const choices = [{ value: '', label: 'Ignore' }, ...choicesOf(fieldWords)];

const readAs = ({ columns }: Import): Mapping =>
  Object.fromEntries(columns.map(({ header, field }) => [header, field ?? '']));

/** Checks the same file again with other columns. */
function useCheckAgain(plan: Import) {
  const navigate = useNavigate();
  const action = useApiMutation(planImport);
  const request = requestOf(plan.id);
  const check = (columns: Mapping): void => {
    if (!request) return;
    const fields = Object.entries(columns).map(([header, field]) => [header, field || null] as const);
    const mapping = JSON.stringify(Object.fromEntries(fields));
    action.mutate(
      { ...request, fields: { ...request.fields, mapping } },
      {
        onSuccess: ({ id }) =>
          void navigate({ to: '/imports/$id', params: { id }, search: {}, replace: true }),
      },
    );
  };
  return { canCheck: request !== undefined, action, check };
}

/** The columns of the file with their fields, which can be corrected. */
export function Columns({ plan }: { plan: Import }): ReactNode {
  const read = readAs(plan);
  const [mapping, setMapping] = useState(read);
  const { canCheck, action, check } = useCheckAgain(plan);
  const isChanged = Object.entries(mapping).some(([header, field]) => read[header] !== field);
  const choose = (header: string, field: string): void =>
    setMapping((before) => ({ ...before, [header]: field }));
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
      {!canCheck && (
        <Text size="sm" c="var(--soft)">
          To map the columns differently, upload the file again on the page Import.
        </Text>
      )}
      {action.error && <FaultAlert fault={action.error} />}
      {isChanged && (
        <Group justify="end">
          <Button onClick={() => check(mapping)} loading={action.isPending}>
            Check again
          </Button>
        </Group>
      )}
    </Stack>
  );
}
