import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api, liveRows } from '../api.ts';
import { ChoiceFilter, SearchFilter } from '../list/filters.tsx';
import { ListView } from '../list/list-view.tsx';
import type { ListSource } from '../list/use-list.ts';
import { useProperties, usePropertyName } from '../list/use-properties.ts';
import { useSearchState } from '../list/use-search-state.ts';
import { PageHead } from '../parts/page-head.tsx';
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

function Filters(): ReactNode {
  const { data: properties = [] } = useProperties();
  return (
    <Group mb="md" gap="sm" grow preventGrowOverflow={false}>
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
      <ChoiceFilter
        label="Building"
        name="propertyId"
        choices={properties.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </Group>
  );
}

/** Everybody who lives in the buildings. */
export function Residents(): ReactNode {
  const { open } = useSearchState();
  const nameOf = usePropertyName();
  const buildingsOf = (user: User): string => {
    const ids = new Set(livingResidences(user).map(({ propertyId }) => propertyId));
    return [...ids].map(nameOf).join(', ') || '–';
  };
  return (
    <>
      <PageHead title="Residents" lead="Who lives where." />
      <Filters />
      <ListView
        label="Residents"
        source={source}
        empty="Nobody here. Take away a filter, or invite somebody on the page Invites."
        open={({ id }) => open(id)}
        columns={[
          { title: 'Name', show: nameOfUser },
          { title: 'E-mail', show: ({ email }) => email ?? '–' },
          { title: 'Phone', show: ({ phone }) => phone ?? '–' },
          { title: 'Building', show: buildingsOf },
          { title: 'Status', show: ({ status }) => <Status status={status} /> },
        ]}
      />
      <ResidentDrawer />
    </>
  );
}
