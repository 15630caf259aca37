import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { DataTable } from '../list/data-table.tsx';
import { countOf } from '../parts/count-of.ts';
import { CellText } from './cell-text.tsx';
import { faultInWords, shownColumns, type FileColumn, type ImportRow } from './describe-import.ts';
import type { Import } from './import-queries.ts';
import classes from './rows.module.css';
import { editOf, type PendingCorrection } from './use-correction.ts';

/** Rows that are shown at first, and added by a press. */
const step = 100;

interface CellProps extends FileColumn {
  row: ImportRow;
  correction: PendingCorrection;
}

/** One cell: a field with its errors if the value is wrong, else a text. */
function Cell({ row, header, at, correction: { edits, edit } }: CellProps): ReactNode {
  const { line, cells, errors } = row;
  const sent = cells[at] ?? '';
  const wrong = errors.filter(({ column }) => column === header);
  if (wrong.length === 0) return sent === '' ? null : <CellText text={sent} />;
  const typed = editOf(edits, line, header);
  return (
    <TextInput
      className={classes['cell']}
      aria-label={`${header} of line ${line}`}
      value={typed ?? sent}
      error={typed === undefined ? wrong.map(({ message }) => faultInWords(message)).join(' ') : null}
      onChange={(event) => edit({ line, column: header, value: event.currentTarget.value }, sent)}
    />
  );
}

/** Returns the errors of a row about fields that the file has no column for. */
function otherErrors({ errors }: ImportRow, columns: readonly FileColumn[]): ReactNode {
  const others = errors.filter(({ column }) => !columns.some(({ header }) => header === column));
  if (others.length === 0) return null;
  return (
    <Text size="sm" c="var(--bad)">
      {others.map(({ message }) => faultInWords(message)).join(' ')}
    </Text>
  );
}

interface CorrectCellsProps {
  plan: Import;
  /** The rows with errors. */
  rows: readonly ImportRow[];
  correction: PendingCorrection;
}

/** The rows with errors, whose wrong cells are fields. */
export function CorrectCells({ plan, rows, correction }: CorrectCellsProps): ReactNode {
  const [count, setCount] = useState(step);
  const columns = shownColumns(plan);
  const { edits, isSending } = correction;
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (edits.size > 0) correction.send();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <div className={classes['wide']}>
          <DataTable
            label="Cells to correct"
            rows={rows.slice(0, count).map((row) => ({ ...row, id: String(row.line) }))}
            columns={[
              { title: 'Line', show: ({ line }) => `Line ${line}` },
              ...columns.map((column) => ({
                title: column.header,
                show: (row: ImportRow) => <Cell row={row} correction={correction} {...column} />,
              })),
              { title: 'Other errors', show: (row) => otherErrors(row, columns) },
            ]}
          />
        </div>
        <Group justify="end">
          {rows.length > count && (
            <Button variant="default" onClick={() => setCount(count + step)}>
              Show {Math.min(step, rows.length - count)} more
            </Button>
          )}
          {edits.size > 0 && (
            <Button type="submit" loading={isSending}>
              Check {countOf(edits.size, 'correction')}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}
