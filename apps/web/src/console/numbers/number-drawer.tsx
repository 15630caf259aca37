import { Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import type { SendOptions } from '../../api/sending.ts';
import { sayPhone } from '../../phones/say-phone.ts';
import { api } from '../api.ts';
import { BuildingName } from '../buildings/building-name.tsx';
import { HomeLink } from '../buildings/home-link.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { EntityDrawer } from '../parts/entity-drawer.tsx';
import { Facts } from '../parts/facts.tsx';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/times.tsx';
import { useMay } from '../session.tsx';
import { AssignNumber } from './assign-number.tsx';
import { providerWords, statusWords, type VirtualNumber } from './describe-number.ts';

async function loadNumber(id: string): Promise<VirtualNumber> {
  const { virtualNumber } = await read(
    api.GET('/api/admin/virtual-numbers/{id}', { params: { path: { id } } }),
  );
  return virtualNumber;
}

const release = ({ id }: VirtualNumber, { header }: SendOptions) =>
  read(api.POST('/api/admin/virtual-numbers/{id}/release', { params: { path: { id }, header } }));

function Actions({ row }: { row: VirtualNumber }): ReactNode {
  const may = useMay();
  if (!may('virtual-numbers:write')) return null;
  const { status, number } = row;
  return (
    <Group gap="xs">
      {status === 'AVAILABLE' && <AssignNumber row={row} />}
      {status === 'ASSIGNED' && (
        <Confirm
          label="Release"
          title={`Release ${sayPhone(number)}`}
          act={(sending) => release(row, sending)}
          said={`${sayPhone(number)} released.`}
        >
          Callers hear a notice. After earlier calls the number is quarantined before it can be assigned
          elsewhere. Until then it can return to the same place.
        </Confirm>
      )}
    </Group>
  );
}

/** The place that a number rings: one unit, or a building whose visitors dial the unit. */
function Place({ row: { propertyId, unitId } }: { row: VirtualNumber }): ReactNode {
  if (propertyId === null) return 'Unassigned';
  if (unitId !== null) return <HomeLink unitId={unitId} propertyId={propertyId} />;
  return (
    <Link to="/buildings/$id" params={{ id: propertyId }} search={{}}>
      <BuildingName id={propertyId} />
    </Link>
  );
}

function Overview({ row }: { row: VirtualNumber }): ReactNode {
  const { quarantineUntil } = row;
  return (
    <Stack mt="md">
      <Actions row={row} />
      <Facts
        rows={[
          ['Status', <Status key="status" status={row.status} label={statusWords[row.status]} />],
          ['Rings at', <Place key="place" row={row} />],
          ['Ring mode', row.ringMode === 'ORDER' ? 'One resident after the other' : 'All residents together'],
          ['Capabilities', row.capabilities.map((name) => (name === 'VOICE' ? 'calls' : 'texts')).join(', ')],
          ['Provider', providerWords[row.provider]],
          ['Assigned', <Time key="assigned" at={row.assignedAt} />],
        ]}
      />
      {quarantineUntil !== null && (
        <Text>
          In quarantine, available <Time at={quarantineUntil} />.
        </Text>
      )}
    </Stack>
  );
}

/** One number: its assignment and actions. */
export function NumberDrawer(): ReactNode {
  return (
    <EntityDrawer
      name="virtual-numbers"
      path="/api/admin/virtual-numbers"
      load={loadNumber}
      title={({ number }) => sayPhone(number)}
      overview={(row) => <Overview row={row} />}
    />
  );
}
