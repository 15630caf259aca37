import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api } from '../api.ts';
import { BuildingName } from '../buildings/building-name.tsx';
import { BuildingFilter } from '../list/filters.tsx';
import { ListPage } from '../list/list-page.tsx';
import { viewsOf } from '../list/saved-views.ts';
import type { ListSource } from '../list/use-list.ts';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/times.tsx';
import { UserName } from '../residents/user-name.tsx';
import { beginningOf, kindWords, statusWords, type Report } from './describe-report.ts';
import { ReportDrawer } from './report-drawer.tsx';

const source: ListSource<Report> = {
  key: 'reports',
  load: async (page, search) => {
    const query = { ...page, ...search };
    const { reports, total } = await read(api.GET('/api/admin/reports', { params: { query } }));
    return { rows: reports, total };
  },
};

const filters = <BuildingFilter />;

const views = viewsOf('status', statusWords);

/** The problems that residents have reported. */
export function Reports(): ReactNode {
  return (
    <ListPage
      title="Reports"
      lead="Problems that residents have reported in the portal."
      filters={filters}
      views={views}
      source={source}
      empty="No reports yet. Residents report problems in the settings of the portal."
      columns={[
        { title: 'Report', show: beginningOf },
        { title: 'About', show: ({ kind }) => kindWords[kind] },
        { title: 'Resident', show: ({ userId }) => <UserName id={userId} isPlain /> },
        { title: 'Building', show: ({ propertyId }) => <BuildingName id={propertyId} /> },
        {
          title: 'Reported',
          sort: { by: 'createdAt', first: 'desc' },
          show: ({ createdAt }) => <Time at={createdAt} />,
        },
        {
          title: 'Status',
          kind: 'state',
          show: ({ status }) => <Status status={status} label={statusWords[status]} />,
        },
      ]}
    >
      <ReportDrawer />
    </ListPage>
  );
}
