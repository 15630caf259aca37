import { Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api } from '../api.ts';
import { BuildingName } from '../buildings/building-name.tsx';
import { countOf } from '../parts/count-of.ts';
import { EntityDrawer } from '../parts/entity-drawer.tsx';
import { Facts } from '../parts/facts.tsx';
import { DoorStatus } from './door-status.tsx';
import { Time } from '../parts/times.tsx';
import { useMay } from '../session.tsx';
import { ControllerKey } from './controller-key.tsx';
import { kindWords, type Door } from './describe-door.ts';
import { DoorEvents } from './door-events.tsx';
import { EditDoor } from './edit-door.tsx';
import { Unlock } from './unlock.tsx';

async function loadDoor(id: string): Promise<Door> {
  const { accessPoint } = await read(api.GET('/api/admin/access-points/{id}', { params: { path: { id } } }));
  return accessPoint;
}

/** The residents who may open a door because of their home. */
function Residents({ door: { propertyId, unitId } }: { door: Door }): ReactNode {
  const where = unitId === null ? { propertyId } : { unitId };
  const { data } = useQuery({
    queryKey: ['users', 'who open', propertyId, unitId],
    queryFn: () => {
      const query = { kind: 'RESIDENT' as const, limit: 1, ...where };
      return read(api.GET('/api/admin/users', { params: { query } }));
    },
  });
  if (!data) return null;
  if (data.total === 0)
    return <Text>No residents {unitId === null ? 'in the building' : 'in this unit'}.</Text>;
  return (
    <Text>
      <Link
        to="/residents"
        search={{ ...(unitId === null ? { propertyId } : { unitId }), residence: 'current' }}
      >
        {countOf(data.total, 'resident')}
      </Link>
      , because they live in {unitId === null ? <BuildingName id={propertyId} /> : 'this unit'}.
    </Text>
  );
}

/** The passes that open a door, now or later. */
function Passes({ door: { id } }: { door: Door }): ReactNode {
  const { data } = useQuery({
    queryKey: ['passes', 'which open', id],
    queryFn: () => read(api.GET('/api/admin/passes', { params: { query: { accessPointId: id, limit: 1 } } })),
  });
  if (!data) return null;
  if (data.total === 0) return <Text>No active passes.</Text>;
  return (
    <Text>
      <Link to="/passes" search={{ accessPointId: id }}>
        {countOf(data.total, 'pass', 'passes')}
      </Link>
      , each within its validity.
    </Text>
  );
}

function Overview({ door }: { door: Door }): ReactNode {
  const may = useMay();
  return (
    <Stack mt="md">
      <Group gap="xs">
        {may('access-points:unlock') && <Unlock door={door} />}
        {may('access-points:write') && <ControllerKey door={door} />}
      </Group>
      <Facts
        rows={[
          ['State', <DoorStatus key="state" online={door.online} />],
          ['Last answer', <Time key="seen" at={door.lastSeenAt} />],
          ['Building', <BuildingName key="building" id={door.propertyId} />],
          ['Kind', kindWords[door.kind]],
          ['Stays open for', countOf(door.openSeconds, 'second')],
          ['Controller', door.controller.ref],
        ]}
      />
      <Title order={3} size="h5">
        Access
      </Title>
      {may('users:read') && <Residents door={door} />}
      {may('passes:read') && <Passes door={door} />}
      <Text>Staff with permission to open doors, giving a reason.</Text>
      {may('access-events:read') && (
        <Link to="/activity" search={{ accessPointId: door.id }}>
          Activity of this door
        </Link>
      )}
    </Stack>
  );
}

/** One door: its state, the people who can open it, and its events. */
export function DoorDrawer(): ReactNode {
  const may = useMay();
  return (
    <EntityDrawer
      name="access-points"
      path="/api/admin/access-points"
      load={loadDoor}
      title={({ name }) => name}
      overview={(door) => <Overview door={door} />}
      tabs={{
        ...(may('access-events:read') && { Events: ({ id }: Door) => <DoorEvents accessPointId={id} /> }),
        ...(may('access-points:write') && {
          Change: (door: Door) => <EditDoor door={door} load={loadDoor} />,
        }),
      }}
    />
  );
}
