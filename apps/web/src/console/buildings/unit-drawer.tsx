import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api, liveRows } from '../api.ts';
import { isBeingSent, nameOfInvite, statusInWords as inviteStatus } from '../invites/describe-invite.ts';
import { InviteActions } from '../invites/invite-actions.tsx';
import { InviteTimeline } from '../invites/invite-timeline.tsx';
import { NewInvite } from '../invites/new-invite.tsx';
import { EntityDrawer, movingMs } from '../parts/entity-drawer.tsx';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { Facts } from '../parts/facts.tsx';
import { Loading } from '../parts/loading.tsx';
import { Status } from '../parts/status.tsx';
import { nameOfUser, statusWords as userStatus } from '../residents/describe-user.ts';
import { MoveOut } from '../residents/move-out.tsx';
import { useMay } from '../session.tsx';
import { EditUnit } from './edit-unit.tsx';
import { loadUnit } from './home-link.tsx';
import { floorOf, type Unit } from './stack-floors.ts';
import { UnitCalls } from './unit-calls.tsx';
import { UnitRinging } from './unit-ringing.tsx';

function People({ unit }: { unit: Unit }): ReactNode {
  const may = useMay();
  const { data, error } = useQuery({
    queryKey: ['users', 'in', unit.id],
    queryFn: () => read(api.GET('/api/admin/users', { params: { query: { unitId: unit.id, limit: 50 } } })),
  });
  if (!data) return error ? <FaultAlert fault={error} /> : <Loading count={2} />;
  const people = liveRows(data.users);
  if (people.length === 0) return <Text>No residents.</Text>;
  return (
    <Stack gap="xs">
      {people.map((user) => (
        <Group key={user.id} justify="space-between" gap="xs">
          <div>
            <Link to="/residents" search={{ open: user.id }}>
              {nameOfUser(user)}
            </Link>{' '}
            <Status status={user.status} label={userStatus[user.status]} />
          </div>
          {may('users:write') && (
            <MoveOut userId={user.id} unitId={unit.id} name={nameOfUser(user)} unitLabel={unit.label} />
          )}
        </Group>
      ))}
    </Stack>
  );
}

function Invites({ unit }: { unit: Unit }): ReactNode {
  const { data, error } = useQuery({
    queryKey: ['invites', 'to', unit.id],
    queryFn: () =>
      read(api.GET('/api/admin/onboarding/invites', { params: { query: { unitId: unit.id, limit: 5 } } })),
    refetchInterval: ({ state }) => (state.data?.invites.some(isBeingSent) === true ? movingMs : false),
  });
  if (!data) return error ? <FaultAlert fault={error} /> : <Loading count={2} />;
  if (data.invites.length === 0) return <Text>No invites.</Text>;
  return (
    <Stack>
      {data.invites.map((invite) => (
        <Paper key={invite.id} withBorder p="sm">
          <Group gap="xs" mb="xs">
            <Link to="/invites" search={{ open: invite.id }}>
              {nameOfInvite(invite)}
            </Link>
            <Status status={invite.status} label={inviteStatus(invite)} />
          </Group>
          <InviteTimeline invite={invite} />
          <InviteActions invite={invite} />
        </Paper>
      ))}
    </Stack>
  );
}

function Overview({ unit }: { unit: Unit }): ReactNode {
  const may = useMay();
  return (
    <Stack mt="md">
      <Facts
        rows={[
          ['Occupancy', <Status key="occupancy" status={unit.occupancy} />],
          ['Dial code', unit.dialCode],
          ['Floor', floorOf(unit)],
          ['External id', unit.externalId],
        ]}
      />
      {may('users:read') && (
        <>
          <Title order={3} size="h5">
            Residents
          </Title>
          <People unit={unit} />
        </>
      )}
      {may('onboarding:read') && (
        <>
          <Group justify="space-between">
            <Title order={3} size="h5">
              Invites
            </Title>
            {may('onboarding:write') && <NewInvite target={{ unitId: unit.id, unitLabel: unit.label }} />}
          </Group>
          <Invites unit={unit} />
        </>
      )}
    </Stack>
  );
}

/** One unit: its residents, invites and actions. */
export function UnitDrawer(): ReactNode {
  const may = useMay();
  return (
    <EntityDrawer
      name="units"
      path="/api/admin/units"
      load={loadUnit}
      title={({ label }) => label}
      overview={(unit) => <Overview unit={unit} />}
      tabs={{
        Ringing: (unit) => <UnitRinging unit={unit} />,
        ...(may('calls:read') && { Calls: (unit: Unit) => <UnitCalls unit={unit} /> }),
        ...(may('units:write') && { Change: (unit: Unit) => <EditUnit unit={unit} load={loadUnit} /> }),
      }}
    />
  );
}
