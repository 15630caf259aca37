import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api } from '../api.ts';
import { DataTable } from '../list/data-table.tsx';
import { Download } from '../parts/download.tsx';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { Loading } from '../parts/loading.tsx';
import { CorrectCells } from './correct-cells.tsx';
import { groupErrors, namesOfLines, type ImportRow } from './describe-import.ts';
import { GroupFix } from './group-fix.tsx';
import type { Import } from './import-queries.ts';
import type { PendingCorrection } from './use-correction.ts';

/** Most rows whose errors the page shows; the file has all of them. */
const most = 1000;
const pageSize = 200;

async function loadFaults(id: string): Promise<ImportRow[]> {
  const rows: ImportRow[] = [];
  for (let total = 1; rows.length < Math.min(total, most);) {
    const query = { verdict: 'error' as const, limit: pageSize, offset: rows.length };
    const params = { path: { id }, query };
    const page = await read(api.GET('/api/admin/imports/{id}/rows', { params }));
    if (page.rows.length === 0) break;
    rows.push(...page.rows);
    total = page.total;
  }
  return rows;
}

const loadFile = (id: string): Promise<Blob> =>
  read(api.GET('/api/admin/imports/{id}/errors.csv', { params: { path: { id } }, parseAs: 'blob' }));

interface FaultsProps {
  plan: Import;
  /** Null once the plan can no longer be corrected. */
  correction: PendingCorrection | null;
}

/** Errors of the rows by kind, the wrong cells to correct, and a file of them. */
export function Faults({ plan, correction }: FaultsProps): ReactNode {
  const { data, error } = useQuery({
    queryKey: ['imports', 'faults', plan.id, plan.planHash],
    queryFn: () => loadFaults(plan.id),
  });
  if (!data) return error ? <FaultAlert fault={error} /> : <Loading count={3} />;
  return (
    <Stack gap="sm">
      <DataTable
        label="Errors"
        rows={groupErrors(data).map((group) => ({ ...group, id: `${group.column} ${group.code}` }))}
        columns={[
          { title: 'Error', show: ({ message }) => message },
          { title: 'Column', show: ({ column }) => column },
          { title: 'Rows', kind: 'number', show: ({ lines }) => lines.length.toLocaleString('en') },
          { title: 'Lines', show: ({ lines }) => namesOfLines(lines) },
          {
            title: 'Fix',
            kind: 'plain',
            show: (group) => correction && <GroupFix plan={plan} group={group} correction={correction} />,
          },
        ]}
      />
      {correction && <CorrectCells plan={plan} rows={data} correction={correction} />}
      <Group justify="space-between">
        <Text size="sm" c="var(--soft)">
          To correct many rows in a spreadsheet, save them and import that file afterwards.
          {plan.totals.error > data.length && ` This list covers the first ${data.length} rows.`}
        </Text>
        <Download label="Save errors.csv" name="errors.csv" load={() => loadFile(plan.id)} />
      </Group>
    </Stack>
  );
}
