import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api } from '../api.ts';
import { BuildingFilter, ChoiceFilter, TextFilter } from '../list/filters.tsx';
import { ListPage } from '../list/list-page.tsx';
import { usePropertyName } from '../list/use-properties.ts';
import type { ListSource } from '../list/use-list.ts';
import { withDays } from '../list/use-search-state.ts';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/times.tsx';
import { CallDrawer } from './call-drawer.tsx';
import { outcomeWords, resultOf, type Call } from './describe-call.ts';

const source: ListSource<Call> = {
  key: 'calls',
  load: async (page, search) => {
    const query = { sort: '-startedAt', ...page, ...withDays(search) };
    const { calls, total } = await read(api.GET('/api/admin/calls', { params: { query } }));
    return { rows: calls, total };
  },
};

const filters = (
  <>
    <ChoiceFilter
      label="What came of it"
      name="outcome"
      choices={Object.entries(outcomeWords).map(([value, label]) => ({ value, label }))}
    />
    <BuildingFilter />
    <TextFilter label="Visitor’s number" name="fromNumber" type="tel" />
    <TextFilter label="From day" name="from" type="date" />
    <TextFilter label="To day" name="to" type="date" />
  </>
);

/** The calls of visitors. */
export function Calls(): ReactNode {
  const nameOf = usePropertyName();
  return (
    <ListPage
      title="Calls"
      lead="Who rang at the doors, and what came of it."
      filters={filters}
      source={source}
      empty="No calls here. Take away a filter."
      columns={[
        { title: 'When', show: ({ startedAt }) => <Time at={startedAt} /> },
        { title: 'Building', show: ({ propertyId }) => nameOf(propertyId) },
        { title: 'Visitor', show: ({ fromNumber }) => fromNumber ?? 'Withheld' },
        {
          title: 'Took',
          show: ({ durationSeconds }) => (durationSeconds === null ? '–' : `${durationSeconds} s`),
        },
        {
          title: 'Result',
          show: (call) => <Status status={call.outcome ?? call.status} label={resultOf(call)} />,
        },
      ]}
    >
      <CallDrawer />
    </ListPage>
  );
}
