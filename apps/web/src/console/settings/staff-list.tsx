import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api, liveRows } from '../api.ts';
import { BuildingNames } from '../buildings/building-name.tsx';
import { Filters } from '../list/filter-bar.tsx';
import { ListView } from '../list/list-view.tsx';
import type { ListSource } from '../list/use-list.ts';
import { inDrawer } from '../list/use-search-state.ts';
import { Address } from '../parts/address.tsx';
import { Status } from '../parts/status.tsx';
import { nameOfUser, statusWords, type User } from '../residents/describe-user.ts';

const source: ListSource<User> = {
  key: 'staff',
  sort: 'lastName',
  load: async (page, search) => {
    const query = { kind: 'STAFF' as const, ...page, ...search };
    const { users, total } = await read(api.GET('/api/admin/users', { params: { query } }));
    return { rows: liveRows(users), total };
  },
};

/** The members of staff, with their buildings. */
export function StaffList(): ReactNode {
  return (
    <>
      <Filters searchFor="Search name, e-mail" sortable={[]} sort="lastName">
        {undefined}
      </Filters>
      <ListView
        label="Staff"
        source={source}
        empty="No staff added. People in your single sign-on reach all buildings until you add them here."
        targetOf={inDrawer}
        columns={[
          { title: 'Name', show: nameOfUser, sort: { by: 'lastName' } },
          { title: 'E-mail', show: ({ email }) => email && <Address text={email} />, sort: { by: 'email' } },
          {
            title: 'Buildings',
            show: ({ propertyIds }) => (propertyIds === null ? 'All' : <BuildingNames ids={propertyIds} />),
          },
          {
            title: 'Status',
            kind: 'state',
            show: ({ status }) => <Status status={status} label={statusWords[status]} />,
          },
        ]}
      />
    </>
  );
}
