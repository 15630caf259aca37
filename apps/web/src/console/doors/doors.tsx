import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api, liveRows } from '../api.ts';
import { BuildingFilter, ChoiceFilter, SearchFilter } from '../list/filters.tsx';
import { ListPage } from '../list/list-page.tsx';
import { usePropertyName } from '../list/use-properties.ts';
import type { ListSource } from '../list/use-list.ts';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/times.tsx';
import { DoorDrawer } from './door-drawer.tsx';
import { kindWords, type Door } from './describe-door.ts';

const source: ListSource<Door> = {
  key: 'access-points',
  load: async (page, search) => {
    const query = { sort: 'name', ...page, ...search };
    const { accessPoints, total } = await read(api.GET('/api/admin/access-points', { params: { query } }));
    return { rows: liveRows(accessPoints), total };
  },
};

const filters = (
  <>
    <SearchFilter label="Search by name" />
    <ChoiceFilter
      label="Kind"
      name="kind"
      choices={Object.entries(kindWords).map(([value, label]) => ({ value, label }))}
    />
    <BuildingFilter />
  </>
);

/** Every door, and whether it answers. */
export function Doors(): ReactNode {
  const nameOf = usePropertyName();
  return (
    <ListPage
      title="Doors"
      lead="Which doors answer, who can open them, and who did."
      filters={filters}
      source={source}
      empty="No doors here. Take away a filter, or add one with POST /api/admin/access-points."
      columns={[
        { title: 'Door', show: ({ name }) => name },
        { title: 'Building', show: ({ propertyId }) => nameOf(propertyId) },
        { title: 'Kind', show: ({ kind }) => kindWords[kind] },
        { title: 'State', show: ({ online }) => <Status status={online ? 'online' : 'offline'} /> },
        { title: 'Last answer', show: ({ lastSeenAt }) => <Time at={lastSeenAt} /> },
      ]}
    >
      <DoorDrawer />
    </ListPage>
  );
}
