import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api } from '../api.ts';
import { ListPage } from '../list/list-page.tsx';
import type { ListSource } from '../list/use-list.ts';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/times.tsx';
import { useMay } from '../session.tsx';
import { nameOfImport, statusWords } from './describe-import.ts';
import type { Import } from './import-queries.ts';
import { NewImport } from './new-import.tsx';

const source: ListSource<Import> = {
  key: 'imports',
  load: async (page, search) => {
    const query = { ...page, ...search };
    const { imports, total } = await read(api.GET('/api/admin/imports', { params: { query } }));
    return { rows: imports, total };
  },
};

/** A form for a new import, and the list of imports. */
export function Imports(): ReactNode {
  const may = useMay();
  return (
    <ListPage
      title="Import"
      lead="Import residents from a file, with a preview of all changes."
      above={
        <>
          {may('imports:write') && <NewImport />}
          <Title order={2} size="h4" mb="sm">
            Past imports
          </Title>
        </>
      }
      source={source}
      empty="No imports yet."
      begin={may('imports:write') && 'Drop a file above. You see a preview before anything changes.'}
      targetOf={({ id }) => ({ to: '/imports/$id', params: { id }, search: {} })}
      columns={[
        { title: 'File', show: nameOfImport },
        { title: 'Rows', kind: 'number', show: ({ totals }) => totals.rows.toLocaleString('en') },
        { title: 'Errors', kind: 'number', show: ({ totals }) => totals.error.toLocaleString('en') },
        {
          title: 'Status',
          kind: 'state',
          show: ({ status }) => <Status status={status} label={statusWords[status]} />,
        },
        { title: 'By', show: ({ createdBy }) => createdBy.name },
        {
          title: 'When',
          sort: { by: 'createdAt', first: 'desc' },
          show: ({ createdAt }) => <Time at={createdAt} />,
        },
      ]}
    />
  );
}
