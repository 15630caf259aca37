import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api, liveRows, type Entity } from '../api.ts';
import { csvFrom } from '../list/csv-from.ts';
import { ChoiceFilter } from '../list/filters.tsx';
import { ListPage } from '../list/list-page.tsx';
import type { ListSource } from '../list/use-list.ts';
import { Status } from '../parts/status.tsx';
import { useMay } from '../session.tsx';
import { addressOf } from './address-of.ts';
import { DoorFigures, ReadyUnits, UnitFigures } from './building-figures.tsx';
import { NewBuilding } from './new-building.tsx';

type Property = Entity<'Property'>;

const source: ListSource<Property> = {
  key: 'properties',
  csv: csvFrom('/api/admin/properties'),
  sort: 'name',
  load: async (page, search) => {
    const query = { ...page, ...search };
    const { properties, total } = await read(api.GET('/api/admin/properties', { params: { query } }));
    return { rows: liveRows(properties), total };
  },
};

const filters = (
  <>
    <ChoiceFilter label="Status" name="status" words={{ ACTIVE: 'Active', ARCHIVED: 'Archived' }} />
  </>
);

/** Every building. */
export function Buildings(): ReactNode {
  const may = useMay();
  return (
    <ListPage
      title="Buildings"
      lead="Open one to see everything that belongs to it."
      searchFor="Search by name"
      filters={filters}
      source={source}
      actions={may('properties:write') && <NewBuilding />}
      empty="No buildings yet."
      begin={
        may('properties:write') &&
        'Create the first one with the button above, then add its units or import a list.'
      }
      targetOf={({ id }) => ({ to: '/buildings/$id', params: { id }, search: {} })}
      columns={[
        {
          title: 'Name',
          sort: { by: 'name' },
          show: ({ name }) => name,
        },
        { title: 'Address', show: addressOf },
        { title: 'Units', show: ({ id }) => <UnitFigures id={id} /> },
        { title: 'Would ring', show: ({ id }) => <ReadyUnits id={id} /> },
        { title: 'Doors', show: ({ id }) => <DoorFigures id={id} /> },
        { title: 'Status', kind: 'state', show: ({ status }) => <Status status={status} /> },
      ]}
    />
  );
}
