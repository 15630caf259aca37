import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api, liveRows } from '../api.ts';
import { csvFrom } from '../list/csv-from.ts';
import { Filters } from '../list/filter-bar.tsx';
import { BuildingFilter, ChoiceFilter, TextFilter } from '../list/filters.tsx';
import { useSearchState, withDays, type SearchState } from '../list/use-search-state.ts';
import { Download } from '../parts/download.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { nameOfUser } from '../residents/describe-user.ts';
import { useMay } from '../session.tsx';
import { ActivityFeed } from './activity-feed.tsx';
import { kindWords, resultWords } from './describe-activity.ts';
import { PickFilter } from '../list/pick-filter.tsx';
import { periodWords, withPeriod } from './with-period.ts';

const findPeople = async (asked: { q?: string; ids?: string }) => {
  const query = { kind: 'RESIDENT' as const, limit: 20, sort: 'lastName', ...asked };
  const { users } = await read(api.GET('/api/admin/users', { params: { query } }));
  return liveRows(users).map((user) => ({ value: user.id, label: nameOfUser(user) }));
};

const findDoors = async (asked: { q?: string; ids?: string }) => {
  const query = { limit: 20, sort: 'name', ...asked };
  const { accessPoints } = await read(api.GET('/api/admin/access-points', { params: { query } }));
  return liveRows(accessPoints).map(({ id, name }) => ({ value: id, label: name }));
};

const queryOf = (filters: SearchState, now: number): SearchState => withDays(withPeriod(filters, now));

/** The filters of the stream that a list of door events has too. */
const eventsAsCsv = csvFrom('/api/admin/access-events', (search) => {
  const { propertyId, unitId, accessPointId, from, to, userId: subjectId } = search;
  return { propertyId, unitId, accessPointId, from, to, subjectId };
});

/** The filters that links of other pages set, with a button that clears them. */
function Narrowed(): ReactNode {
  const { search, filter } = useSearchState();
  if (search['passId'] === undefined && search['unitId'] === undefined) return null;
  return (
    <Button variant="default" mb="sm" onClick={() => filter({ passId: undefined, unitId: undefined })}>
      {search['passId'] === undefined ? 'One unit: show all' : 'One pass: show all'}
    </Button>
  );
}

/** Everything that happened at the doors, on the phone and in the data, with filters. */
export function Activity(): ReactNode {
  const may = useMay();
  const { filters } = useSearchState();
  // A period ends when the page opens, so that its rows stay while the person reads.
  const [openedAt] = useState(Date.now);
  return (
    <>
      <PageHead title="Activity" lead="Door events, calls, alarms and changes in one list.">
        {may('access-events:read') && (
          <Download
            label="Export door events"
            name="door-events.csv"
            load={() => eventsAsCsv(queryOf(filters, Date.now()))}
          />
        )}
      </PageHead>
      <Filters searchFor="Search by name or label" sortable={[]} sort="">
        {may('users:read') && <PickFilter label="Resident" name="userId" find={findPeople} />}
        {may('access-points:read') && <PickFilter label="Door" name="accessPointId" find={findDoors} />}
        <BuildingFilter />
        <ChoiceFilter label="Kind" name="kind" words={kindWords} />
        <ChoiceFilter label="Result" name="result" words={resultWords} />
        <ChoiceFilter label="Period" name="period" words={periodWords} />
        <TextFilter label="From day" name="from" type="date" />
        <TextFilter label="To day" name="to" type="date" />
      </Filters>
      <Narrowed />
      <ActivityFeed query={queryOf(filters, openedAt)} />
    </>
  );
}
