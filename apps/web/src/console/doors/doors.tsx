import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api, liveRows } from '../api.ts';
import { BuildingName } from '../buildings/building-name.tsx';
import { BuildingFilter, ChoiceFilter } from '../list/filters.tsx';
import { ListPage } from '../list/list-page.tsx';
import { viewsOf } from '../list/saved-views.ts';
import type { ListSource } from '../list/use-list.ts';
import { useMay } from '../session.tsx';
import { nameColumn, stateColumns } from './door-columns.tsx';
import { DoorDrawer } from './door-drawer.tsx';
import { kindWords, type Door } from './describe-door.ts';
import { NewDoor } from './new-door.tsx';

const source: ListSource<Door> = {
  key: 'access-points',
  sort: 'name',
  load: async (page, search) => {
    const query = { ...page, ...search };
    const { accessPoints, total } = await read(api.GET('/api/admin/access-points', { params: { query } }));
    return { rows: liveRows(accessPoints), total };
  },
};

const filters = (
  <>
    <ChoiceFilter label="Kind" name="kind" words={kindWords} />
    <BuildingFilter />
  </>
);

const views = viewsOf('online', { false: 'Offline', true: 'Online' });

/** All doors, with their state. */
export function Doors(): ReactNode {
  const may = useMay();
  return (
    <ListPage
      title="Doors"
      lead="Doors with their state, access and events."
      searchFor="Search by name"
      filters={filters}
      views={views}
      source={source}
      actions={may('access-points:write') && <NewDoor />}
      empty="No doors yet."
      begin={may('access-points:write') && 'Add the first one with the button above.'}
      columns={[
        nameColumn,
        { title: 'Building', show: ({ propertyId }) => <BuildingName id={propertyId} /> },
        ...stateColumns,
      ]}
    >
      <DoorDrawer />
    </ListPage>
  );
}
