import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api } from '../api.ts';
import { PlaceName } from '../buildings/place-name.tsx';
import { csvFrom } from '../list/csv-from.ts';
import { BuildingFilter, TextFilter } from '../list/filters.tsx';
import { ListPage } from '../list/list-page.tsx';
import { viewsOf } from '../list/saved-views.ts';
import type { ListSource } from '../list/use-list.ts';
import { withDays } from '../list/use-search-state.ts';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/times.tsx';
import { CallDrawer } from './call-drawer.tsx';
import { outcomeWords, resultOf, visitorOf, type Call } from './describe-call.ts';

const source: ListSource<Call> = {
  key: 'calls',
  csv: csvFrom('/api/admin/calls', withDays),
  sort: '-startedAt',
  load: async (page, search) => {
    const query = { ...page, ...withDays(search) };
    const { calls, total } = await read(api.GET('/api/admin/calls', { params: { query } }));
    return { rows: calls, total };
  },
};

const filters = (
  <>
    <BuildingFilter />
    <TextFilter label="Visitor’s number" name="fromNumber" type="tel" />
    <TextFilter label="From day" name="from" type="date" />
    <TextFilter label="To day" name="to" type="date" />
  </>
);

const views = viewsOf('outcome', outcomeWords);

/** The calls of visitors. */
export function Calls(): ReactNode {
  return (
    <ListPage
      title="Calls"
      lead="Calls of visitors at the doors, with their outcomes."
      filters={filters}
      views={views}
      source={source}
      empty="No calls yet. Calls appear here once a number is assigned to a building on the page Numbers."
      columns={[
        { title: 'Visitor', show: visitorOf },
        { title: 'Home', show: (call) => call.propertyId && <PlaceName {...call} /> },
        {
          title: 'When',
          sort: { by: 'startedAt', first: 'desc' },
          show: ({ startedAt }) => <Time at={startedAt} />,
        },
        {
          title: 'Duration',
          show: ({ durationSeconds }) => (durationSeconds === null ? null : `${durationSeconds} s`),
        },
        {
          title: 'Result',
          kind: 'state',
          show: (call) => <Status status={call.outcome ?? call.status} label={resultOf(call)} />,
        },
      ]}
    >
      <CallDrawer />
    </ListPage>
  );
}
