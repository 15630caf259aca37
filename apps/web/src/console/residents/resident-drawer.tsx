import { Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api } from '../api.ts';
import { usePropertyName } from '../list/use-properties.ts';
import { EntityDrawer } from '../parts/entity-drawer.tsx';
import { Facts } from '../parts/facts.tsx';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/times.tsx';
import { useMay } from '../session.tsx';
import { livingResidences, nameOfUser, type User } from './describe-user.ts';
import { EditResident } from './edit-resident.tsx';
import { MoveOut } from './move-out.tsx';

async function loadUser(id: string): Promise<User> {
  const { user } = await read(api.GET('/api/admin/users/{id}', { params: { path: { id } } }));
  return user;
}

function Residence({ user, residence }: { user: User; residence: User['residences'][number] }): ReactNode {
  const nameOf = usePropertyName();
  const may = useMay();
  const { unitId, propertyId, role, startsAt } = residence;
  const { data } = useQuery({
    queryKey: ['units', 'one', unitId],
    queryFn: () => read(api.GET('/api/admin/units/{id}', { params: { path: { id: unitId } } })),
  });
  const label = data?.unit.label ?? 'Unit';
  return (
    <Group justify="space-between" gap="xs">
      <div>
        <Link to="/buildings/$id" params={{ id: propertyId }} search={{ open: unitId }}>
          {label}, {nameOf(propertyId)}
        </Link>
        <Text size="sm" c="var(--soft)">
          {role === 'PRIMARY' ? 'Main resident' : 'Occupant'}, from <Time at={startsAt} />
        </Text>
      </div>
      {may('users:write') && (
        <MoveOut userId={user.id} unitId={unitId} name={nameOfUser(user)} unitLabel={label} />
      )}
    </Group>
  );
}

function Overview({ user }: { user: User }): ReactNode {
  const residences = livingResidences(user);
  return (
    <Stack mt="md">
      <Facts
        rows={[
          ['Status', <Status key="status" status={user.status} />],
          ['E-mail', user.email],
          ['Phone', user.phone],
          ['Language', user.locale],
          ['External id', user.externalId],
          ['Known since', <Time key="since" at={user.createdAt} />],
        ]}
      />
      <Title order={3} size="h5">
        Homes
      </Title>
      {residences.length === 0 && <Text>No home now.</Text>}
      {residences.map((residence) => (
        <Residence key={residence.id} user={user} residence={residence} />
      ))}
    </Stack>
  );
}

/** One person, with homes and what can be done. */
export function ResidentDrawer(): ReactNode {
  const may = useMay();
  return (
    <EntityDrawer
      name="users"
      path="/api/admin/users"
      load={loadUser}
      title={nameOfUser}
      overview={(user) => <Overview user={user} />}
      tabs={may('users:write') ? { Change: (user) => <EditResident user={user} load={loadUser} /> } : {}}
    />
  );
}
