import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { sayPhone } from '../../phones/say-phone.ts';
import { api } from '../api.ts';
import { HomeLink, useUnit } from '../buildings/home-link.tsx';
import { EntityDrawer } from '../parts/entity-drawer.tsx';
import { Facts } from '../parts/facts.tsx';
import { languageName } from '../parts/language-name.ts';
import { Status } from '../parts/status.tsx';
import { Day, Time } from '../parts/times.tsx';
import { useMay } from '../session.tsx';
import { livingResidences, nameOfUser, statusWords, type User } from './describe-user.ts';
import { EditResident } from './edit-resident.tsx';
import { MoveOut } from './move-out.tsx';

async function loadUser(id: string): Promise<User> {
  const { user } = await read(api.GET('/api/admin/users/{id}', { params: { path: { id } } }));
  return user;
}

function Residence({ user, residence }: { user: User; residence: User['residences'][number] }): ReactNode {
  const may = useMay();
  const { unitId, propertyId, role, startsAt } = residence;
  const { data: unit } = useUnit(unitId);
  return (
    <Group justify="space-between" gap="xs">
      <div>
        <HomeLink unitId={unitId} propertyId={propertyId} />
        <Text size="sm" c="var(--soft)">
          {role === 'PRIMARY' ? 'Main resident' : 'Occupant'}{' '}
          {Date.parse(startsAt) > Date.now() ? 'from' : 'since'} <Day at={startsAt} />
        </Text>
      </div>
      {may('users:write') && (
        <MoveOut
          userId={user.id}
          unitId={unitId}
          name={nameOfUser(user)}
          unitLabel={unit?.label ?? 'the unit'}
        />
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
          ['Status', <Status key="status" status={user.status} label={statusWords[user.status]} />],
          ['E-mail', user.email],
          ['Phone', user.phone && sayPhone(user.phone)],
          ['Language', user.locale && languageName(user.locale)],
          ['External id', user.externalId],
          ['Known since', <Time key="since" at={user.createdAt} />],
        ]}
      />
      <Title order={3} size="h5">
        Homes
      </Title>
      {residences.length === 0 && <Text>No homes.</Text>}
      {residences.map((residence) => (
        <Residence key={residence.id} user={user} residence={residence} />
      ))}
    </Stack>
  );
}

/** One resident: contacts, homes and actions. */
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
