import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api, liveRows } from '../api.ts';
import { Filters } from '../list/filter-bar.tsx';
import { BuildingFilter, ChoiceFilter, TextFilter } from '../list/filters.tsx';
import { useSearchState, withDays } from '../list/use-search-state.ts';
import { PageHead } from '../parts/page-head.tsx';
import { nameOfUser } from '../residents/describe-user.ts';
import { useMay } from '../session.tsx';
import { ActivityFeed } from './activity-feed.tsx';
import { kindWords, resultWords } from './describe-activity.ts';
import { PickFilter } from './pick-filter.tsx';

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
  return (
    <>
      <PageHead title="Activity" lead="Door events, calls, alarms and changes in one list." />
      <Filters searchFor={undefined} sortable={[]} sort="">
        {may('users:read') && <PickFilter label="Resident" name="userId" find={findPeople} />}
        {may('access-points:read') && <PickFilter label="Door" name="accessPointId" find={findDoors} />}
        <BuildingFilter />
        <ChoiceFilter label="Kind" name="kind" words={kindWords} />
        <ChoiceFilter label="Result" name="result" words={resultWords} />
        <TextFilter label="From day" name="from" type="date" />
        <TextFilter label="To day" name="to" type="date" />
      </Filters>
      <Narrowed />
      <ActivityFeed query={withDays(filters)} />
    </>
  );
}
