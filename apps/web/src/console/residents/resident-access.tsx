import { Group, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { sayPhone } from '../../phones/say-phone.ts';
import { BuildingDay } from '../buildings/building-time.tsx';
import { HomeLink, useUnit } from '../buildings/home-link.tsx';
import { Address } from '../parts/address.tsx';
import { Facts } from '../parts/facts.tsx';
import { languageName } from '../parts/language-name.ts';
import { Time } from '../parts/times.tsx';
import { useMay } from '../session.tsx';
import { AccountActions } from './account-actions.tsx';
import {
  formerResidences,
  livingResidences,
  nameOfUser,
  type Residence,
  type User,
} from './describe-user.ts';
import { Period } from './homes-of.tsx';
import { MoveOut } from './move-out.tsx';
import { ResidentDoors } from './resident-doors.tsx';
import { Transfer } from './transfer.tsx';

interface HomeProps {
  user: User;
  residence: Residence;
  isFormer?: boolean;
}

function Home({ user, residence, isFormer = false }: HomeProps): ReactNode {
  const may = useMay();
  const { unitId, propertyId, role, startsAt } = residence;
  const { data: unit } = useUnit(unitId);
  const unitLabel = unit?.label ?? 'the unit';
  const name = nameOfUser(user);
  return (
    <Group justify="space-between" gap="xs">
      <div>
        <HomeLink unitId={unitId} propertyId={propertyId} />
        <Text size="sm" c="var(--soft)">
          {role === 'PRIMARY' ? 'Main resident' : 'Occupant'}
          {Date.parse(startsAt) <= Date.now() && (
            <>
              {' '}
              since <BuildingDay at={startsAt} propertyId={propertyId} />
            </>
          )}
          <Period residence={residence} />.{' '}
          <Link to="/residents" search={{ unitId }}>
            Resident history
          </Link>
        </Text>
      </div>
      {may('users:write') && !isFormer && (
        <Group gap="xs">
          <Transfer userId={user.id} name={name} residence={residence} unitLabel={unitLabel} />
          <MoveOut userId={user.id} unitId={unitId} name={name} unitLabel={unitLabel} />
        </Group>
      )}
    </Group>
  );
}

function Homes({ user }: { user: User }): ReactNode {
  const living = livingResidences(user);
  const former = formerResidences(user);
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        Homes
      </Title>
      {living.length === 0 && <Text>No current home.</Text>}
      {living.map((residence) => (
        <Home key={residence.id} user={user} residence={residence} />
      ))}
      {former.length > 0 && (
        <Title order={3} size="h5" mt="xs">
          Former homes
        </Title>
      )}
      {former.map((residence) => (
        <Home key={residence.id} user={user} residence={residence} isFormer />
      ))}
    </Stack>
  );
}

/** Contacts, homes, the last decisions at doors, and the account of a resident. */
export function ResidentAccess({ user }: { user: User }): ReactNode {
  const may = useMay();
  const { email, phone, locale, externalId, createdAt } = user;
  return (
    <Stack gap="lg" maw={860}>
      <Facts
        rows={[
          ['E-mail', email && <Address key="email" text={email} />],
          ['Phone', phone && sayPhone(phone)],
          ['Language', locale && languageName(locale)],
          ['External id', externalId],
          ['Known since', <Time key="since" at={createdAt} />],
        ]}
      />
      <Homes user={user} />
      {may('access-events:read') && <ResidentDoors user={user} />}
      {may('users:write') && <AccountActions user={user} />}
    </Stack>
  );
}
