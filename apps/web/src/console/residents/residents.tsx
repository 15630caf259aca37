import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api, liveRows } from '../api.ts';
import { BuildingFilter, ChoiceFilter, SearchFilter } from '../list/filters.tsx';
import { ListPage } from '../list/list-page.tsx';
import type { ListSource } from '../list/use-list.ts';
import { usePropertyName } from '../list/use-properties.ts';
import { Status } from '../parts/status.tsx';
import { livingResidences, nameOfUser, type User } from './describe-user.ts';
import { ResidentDrawer } from './resident-drawer.tsx';

const source: ListSource<User> = {
  key: 'users',
  load: async (page, search) => {
    const query = { kind: 'RESIDENT' as const, sort: 'lastName', ...page, ...search };
    const { users, total } = await read(api.GET('/api/admin/users', { params: { query } }));
    return { rows: liveRows(users), total };
  },
};

const filters = (
  <>
    <SearchFilter label="Search name, e-mail, phone" />
    <ChoiceFilter
      label="Status"
      name="status"
      choices={[
        { value: 'ACTIVE', label: 'Active' },
        { value: 'INVITED', label: 'Invited' },
        { value: 'FORMER', label: 'Moved out' },
        { value: 'DISABLED', label: 'Disabled' },
      ]}
    />
    <BuildingFilter />
  </>
);

/** Everybody who lives in the buildings. */
export function Residents(): ReactNode {
  const nameOf = usePropertyName();
  const buildingsOf = (user: User): string => {
    const ids = new Set(livingResidences(user).map(({ propertyId }) => propertyId));
    return [...ids].map(nameOf).join(', ') || '–';
  };
  return (
    <ListPage
      title="Residents"
      lead="Who lives where."
      filters={filters}
      source={source}
      empty="Nobody here. Take away a filter, or invite somebody on the page Invites."
      columns={[
        { title: 'Name', show: nameOfUser },
        { title: 'E-mail', show: ({ email }) => email ?? '–' },
        { title: 'Phone', show: ({ phone }) => phone ?? '–' },
        { title: 'Building', show: buildingsOf },
        { title: 'Status', show: ({ status }) => <Status status={status} /> },
      ]}
    >
      <ResidentDrawer />
    </ListPage>
  );
}
