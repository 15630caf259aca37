import { Group, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api } from '../api.ts';
import { BuildingNames } from '../buildings/building-name.tsx';
import { useSearchState } from '../list/use-search-state.ts';
import { Confirm } from '../parts/confirm.tsx';
import { textField } from '../parts/edit-field.ts';
import { EditForm } from '../parts/edit-form.tsx';
import { EntityDrawer } from '../parts/entity-drawer.tsx';
import { Facts } from '../parts/facts.tsx';
import { Status } from '../parts/status.tsx';
import { nameOfUser, statusWords, type User } from '../residents/describe-user.ts';
import { saveUser } from '../residents/save-user.ts';
import { Disable } from '../residents/disable.tsx';
import { useMay } from '../session.tsx';
import { EditBuildings } from './edit-buildings.tsx';
import { SessionsOf } from './sessions-of.tsx';

async function loadStaff(id: string): Promise<User> {
  return (await read(api.GET('/api/admin/users/{id}', { params: { path: { id } } }))).user;
}

const remove = ({ id }: User) => read(api.DELETE('/api/admin/users/{id}', { params: { path: { id } } }));

const fields = [
  textField<User>('firstName', 'First name', ({ firstName }) => firstName),
  textField<User>('lastName', 'Last name', ({ lastName }) => lastName),
  textField<User>('email', 'E-mail', ({ email }) => email),
];

function Overview({ user }: { user: User }): ReactNode {
  const may = useMay();
  const { open } = useSearchState();
  const { status, email, propertyIds } = user;
  const name = nameOfUser(user);
  return (
    <Stack mt="md">
      <Facts
        rows={[
          ['Status', <Status key="status" status={status} label={statusWords[status]} />],
          ['E-mail', email],
          ['Buildings', propertyIds === null ? 'All' : <BuildingNames key="buildings" ids={propertyIds} />],
        ]}
      />
      {may('tenants:write') && email !== null && (
        <>
          <Title order={3} size="h5">
            Sessions
          </Title>
          <SessionsOf email={email} />
        </>
      )}
      <Group gap="xs">
        <Disable user={user}>
          The console and the API refuse this person immediately. The account of the single sign-on stays.
        </Disable>
        <Confirm
          label="Remove"
          title={`Remove ${name}`}
          act={() => remove(user)}
          said={`${name} removed.`}
          onDone={() => open(undefined)}
        >
          The console and the API refuse this person from now on. Keys that the person has created are marked
          for review.
        </Confirm>
      </Group>
    </Stack>
  );
}

/** One member of staff: buildings, sessions and actions. */
export function StaffDrawer(): ReactNode {
  return (
    <EntityDrawer
      name="staff"
      path="/api/admin/users"
      load={loadStaff}
      title={nameOfUser}
      overview={(user) => <Overview user={user} />}
      tabs={{
        Buildings: (user) => <EditBuildings key={user.id} user={user} />,
        Change: (user) => (
          <Stack mt="md">
            <EditForm row={user} fields={fields} load={loadStaff} save={saveUser} said="Saved." />
          </Stack>
        ),
      }}
    />
  );
}
