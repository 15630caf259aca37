import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { sayPhone } from '../../phones/say-phone.ts';
import { api, liveRows } from '../api.ts';
import { BuildingNames } from '../buildings/building-name.tsx';
import { csvFrom } from '../list/csv-from.ts';
import { BuildingFilter, ChoiceFilter } from '../list/filters.tsx';
import { ListPage } from '../list/list-page.tsx';
import type { ListSource } from '../list/use-list.ts';
import { Address } from '../parts/address.tsx';
import { Status } from '../parts/status.tsx';
import { useMay } from '../session.tsx';
import { livingResidences, nameOfUser, statusWords, type User } from './describe-user.ts';
import { ResidentDrawer } from './resident-drawer.tsx';

const source: ListSource<User> = {
  key: 'users',
  csv: csvFrom('/api/admin/users', (search) => ({ kind: 'RESIDENT', ...search })),
  sort: 'lastName',
  load: async (page, search) => {
    const query = { kind: 'RESIDENT' as const, ...page, ...search };
    const { users, total } = await read(api.GET('/api/admin/users', { params: { query } }));
    return { rows: liveRows(users), total };
  },
};

const filters = (
  <>
    <ChoiceFilter label="Status" name="status" words={statusWords} />
    <BuildingFilter />
  </>
);

const views = [
  { name: 'Active', search: { status: 'ACTIVE' } },
  { name: 'Invited', search: { status: 'INVITED' } },
  { name: 'Moved out', search: { status: 'FORMER' } },
];

const buildingsOf = (user: User): string[] => [
  ...new Set(livingResidences(user).map(({ propertyId }) => propertyId)),
];

/** All residents of the buildings. */
export function Residents(): ReactNode {
  const may = useMay();
  return (
    <ListPage
      title="Residents"
      lead="Residents of all buildings, with their contacts."
      searchFor="Search name, e-mail, phone"
      filters={filters}
      views={views}
      source={source}
      empty="No residents yet."
      begin={
        may('onboarding:write') &&
        'Invite a resident on the page Invites, or import a list on the page Import.'
      }
      columns={[
        { title: 'Name', show: nameOfUser, sort: { by: 'lastName' } },
        { title: 'E-mail', show: ({ email }) => email && <Address text={email} />, sort: { by: 'email' } },
        { title: 'Phone', show: ({ phone }) => phone && sayPhone(phone) },
        { title: 'Building', show: (user) => <BuildingNames ids={buildingsOf(user)} /> },
        {
          title: 'Status',
          kind: 'state',
          show: ({ status }) => <Status status={status} label={statusWords[status]} />,
        },
      ]}
    >
      <ResidentDrawer />
    </ListPage>
  );
}
