import { Text } from '@mantine/core';
import { Link, Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { sayPhone } from '../../phones/say-phone.ts';
import { api, liveRows } from '../api.ts';
import { useUnit } from '../buildings/home-link.tsx';
import { InviteListed } from '../invites/invite-all.tsx';
import { csvFrom } from '../list/csv-from.ts';
import { BuildingFilter } from '../list/filters.tsx';
import { ListPage } from '../list/list-page.tsx';
import { viewsOf } from '../list/saved-views.ts';
import type { ListSource } from '../list/use-list.ts';
import { useSearchState } from '../list/use-search-state.ts';
import { Address } from '../parts/address.tsx';
import { Status } from '../parts/status.tsx';
import { useMay } from '../session.tsx';
import { nameOfUser, statusWords, type User } from './describe-user.ts';
import { HomesOf } from './homes-of.tsx';

const source: ListSource<User> = {
  key: 'users',
  csv: csvFrom('/api/admin/users', (search) => ({ kind: 'RESIDENT', residence: 'any', ...search })),
  sort: 'lastName',
  load: async (page, search) => {
    const query = { kind: 'RESIDENT' as const, residence: 'any' as const, ...page, ...search };
    const { users, total } = await read(api.GET('/api/admin/users', { params: { query } }));
    return { rows: liveRows(users), total };
  },
};

const filters = <BuildingFilter />;

const views = [{ name: 'Living here', search: { residence: 'current' } }, ...viewsOf('status', statusWords)];

/** The unit that restricts the list, with a link to the whole list. */
function OneUnit({ id }: { id: string }): ReactNode {
  const { data } = useUnit(id);
  return (
    <Text mb="sm">
      Past and present residents of {data?.label ?? 'one unit'}. <Link to="/residents">All residents</Link>
    </Text>
  );
}

/** All residents of the buildings, former ones included. An `open` in the address leads to the resident’s page. */
export function Residents(): ReactNode {
  const may = useMay();
  const { search } = useSearchState();
  const { open, unitId } = search;
  if (open !== undefined) return <Navigate to="/residents/$id" params={{ id: open }} search={{}} replace />;
  return (
    <ListPage
      title="Residents"
      lead="Residents of all buildings, past and present."
      searchFor="Search name, e-mail, phone"
      filters={filters}
      views={views}
      above={unitId !== undefined && <OneUnit id={unitId} />}
      actions={<InviteListed />}
      source={source}
      targetOf={({ id }) => ({ to: '/residents/$id', params: { id } })}
      empty="No residents yet."
      begin={
        may('onboarding:write') &&
        'Invite a resident on the page Invites, or import a list on the page Import.'
      }
      columns={[
        { title: 'Name', show: nameOfUser, sort: { by: 'lastName' } },
        { title: 'E-mail', show: ({ email }) => email && <Address text={email} />, sort: { by: 'email' } },
        { title: 'Phone', show: ({ phone }) => phone && sayPhone(phone) },
        { title: 'Home', show: (user) => <HomesOf user={user} unitId={unitId} /> },
        {
          title: 'Status',
          kind: 'state',
          show: ({ status }) => <Status status={status} label={statusWords[status]} />,
        },
      ]}
    />
  );
}
