import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api } from '../api.ts';
import { ChoiceFilter } from '../list/filters.tsx';
import { ListView } from '../list/list-view.tsx';
import type { ListSource } from '../list/use-list.ts';
import { Status } from '../parts/status.tsx';
import { useProperty } from '../list/use-properties.ts';
import {
  faultInWords,
  fieldWords,
  shownColumns,
  valueInWords,
  verdictWords,
  type ImportRow,
} from './describe-import.ts';
import type { Import } from './import-queries.ts';
import { CellText } from './cell-text.tsx';
import classes from './rows.module.css';

type ListedRow = ImportRow & { id: string };

const rowsOf = ({ id, status, planHash }: Import): ListSource<ListedRow> => ({
  key: `rows of ${id} ${status} ${planHash}`,
  load: async (page, search) => {
    const params = { path: { id }, query: { ...page, ...search } };
    const { rows, total } = await read(api.GET('/api/admin/imports/{id}/rows', { params }));
    // A move-out has no line in the file, so its id contains the user.
    const idOf = ({ line, entity }: ImportRow): string => `${line} ${entity.userId ?? ''}`;
    return { rows: rows.map((row) => ({ ...row, id: idOf(row) })), total };
  },
});

/** Returns the name of a changed field such as `residence.unit`, in the words of its import column. */
function nameOfField(path: string): string {
  const field = path.split('.').at(-1) ?? path;
  const alias = { startsAt: 'moveIn', endsAt: 'moveOut' }[field] ?? field;
  return (fieldWords as Readonly<Record<string, string>>)[alias] ?? alias;
}

function Details({ row }: { row: ImportRow }): ReactNode {
  const { errors, changes, entity } = row;
  const { data: building } = useProperty(entity.propertyId);
  const shown = (field: string, value: string): string => valueInWords({ field }, value, building?.timeZone);
  if (errors.length + changes.length === 0) return '–';
  return (
    <div className={classes['result']}>
      {errors.map(({ column, code, message }) => (
        <Text key={`${column} ${code}`} size="sm" c="var(--bad)">
          {column} → {faultInWords(message)}
        </Text>
      ))}
      {changes.map(({ field, before, after }) => (
        <Text key={field} size="sm">
          {nameOfField(field)}: {before !== null && <del>{shown(field, before)}</del>}{' '}
          {after === null ? 'none' : shown(field, after)}
        </Text>
      ))}
    </div>
  );
}

/** The rows of an import with their verdicts and the columns of the file. */
export function Rows({ plan }: { plan: Import }): ReactNode {
  return (
    <>
      <ChoiceFilter label="Verdict" name="verdict" words={verdictWords} />
      <div style={{ height: '0.75rem' }} />
      <div className={classes['wide']} role="region" aria-label="Table of the rows" tabIndex={0}>
        <ListView
          label="Rows"
          source={rowsOf(plan)}
          empty="No matching rows."
          columns={[
            {
              title: 'Line',
              show: ({ line, cells }) => (cells.length > 0 ? `Line ${line}` : 'Not in the file'),
            },
            {
              title: 'Verdict',
              kind: 'state',
              show: ({ verdict }) => <Status status={verdict} label={verdictWords[verdict]} />,
            },
            ...shownColumns(plan).map(({ header, at }) => ({
              title: header,
              show: ({ cells }: ListedRow) => (cells[at] ? <CellText text={cells[at]} /> : null),
            })),
            { title: 'Result', kind: 'plain', show: (row) => <Details row={row} /> },
          ]}
        />
      </div>
    </>
  );
}
