import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api } from '../api.ts';
import { BuildingFilter, ChoiceFilter, SearchFilter } from '../list/filters.tsx';
import { ListPage } from '../list/list-page.tsx';
import { usePropertyName } from '../list/use-properties.ts';
import type { ListSource } from '../list/use-list.ts';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/times.tsx';
import { useMay } from '../session.tsx';
import { NewNumber } from './new-number.tsx';
import { NumberDrawer, type VirtualNumber } from './number-drawer.tsx';

const source: ListSource<VirtualNumber> = {
  key: 'virtual-numbers',
  load: async (page, search) => {
    const query = { ...page, ...search };
    const { virtualNumbers, total } = await read(
      api.GET('/api/admin/virtual-numbers', { params: { query } }),
    );
    return { rows: virtualNumbers, total };
  },
};

const filters = (
  <>
    <SearchFilter label="Search by digits" />
    <ChoiceFilter
      label="Status"
      name="status"
      choices={[
        { value: 'AVAILABLE', label: 'Available' },
        { value: 'ASSIGNED', label: 'Assigned' },
        { value: 'QUARANTINED', label: 'In quarantine' },
        { value: 'RETIRED', label: 'Retired' },
      ]}
    />
    <BuildingFilter />
  </>
);

/** The phone numbers that visitors ring. */
export function Numbers(): ReactNode {
  const may = useMay();
  const nameOf = usePropertyName();
  return (
    <ListPage
      title="Numbers"
      lead="The phone numbers that visitors ring, and where each rings."
      filters={filters}
      actions={may('virtual-numbers:write') && <NewNumber />}
      source={source}
      empty="No numbers here. Add the ones that you have at your provider."
      columns={[
        { title: 'Number', show: ({ number }) => number },
        { title: 'Rings at', show: ({ propertyId }) => nameOf(propertyId) },
        { title: 'Status', show: ({ status }) => <Status status={status} /> },
        { title: 'Free again', show: ({ quarantineUntil }) => <Time at={quarantineUntil} /> },
      ]}
    >
      <NumberDrawer />
    </ListPage>
  );
}
