import { Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api, once, type Entity } from '../api.ts';
import { usePropertyName } from '../list/use-properties.ts';
import { Confirm } from '../parts/confirm.tsx';
import { EntityDrawer } from '../parts/entity-drawer.tsx';
import { Facts } from '../parts/facts.tsx';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/times.tsx';
import { useMay } from '../session.tsx';
import { AssignNumber } from './assign-number.tsx';

/** A phone number that visitors ring. */
export type VirtualNumber = Entity<'VirtualNumber'>;

async function loadNumber(id: string): Promise<VirtualNumber> {
  const { virtualNumber } = await read(
    api.GET('/api/admin/virtual-numbers/{id}', { params: { path: { id } } }),
  );
  return virtualNumber;
}

const release = ({ id }: VirtualNumber) =>
  read(api.POST('/api/admin/virtual-numbers/{id}/release', { params: { path: { id }, ...once() } }));

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
          title={`Release ${number}`}
          act={() => release(row)}
          said={`${number} rings nowhere now.`}
        >
          Visitors who ring it hear a notice. If it has had calls, it rests for the quarantine before it may
          ring elsewhere; until then it may go back to where it was.
        </Confirm>
      )}
    </Group>
  );
}

function Overview({ row }: { row: VirtualNumber }): ReactNode {
  const nameOf = usePropertyName();
  const { propertyId, unitId, quarantineUntil } = row;
  const where =
    propertyId === null ? (
      'Nowhere'
    ) : (
      <Link to="/buildings/$id" params={{ id: propertyId }} search={unitId === null ? {} : { open: unitId }}>
        {nameOf(propertyId)}
        {unitId !== null && ', a unit'}
      </Link>
    );
  return (
    <Stack mt="md">
      <Actions row={row} />
      <Facts
        rows={[
          ['Status', <Status key="status" status={row.status} />],
          ['Rings at', where],
          ['Rings', row.ringMode === 'ORDER' ? 'One resident after the other' : 'All residents together'],
          ['Can do', row.capabilities.map((name) => (name === 'VOICE' ? 'calls' : 'texts')).join(', ')],
          ['Provider', row.provider === 'TELEPHONY_A' ? 'Telephony A' : 'Telephony B'],
          ['Assigned', <Time key="assigned" at={row.assignedAt} />],
        ]}
      />
      {quarantineUntil !== null && (
        <Text>
          In quarantine, free again <Time at={quarantineUntil} />.
        </Text>
      )}
    </Stack>
  );
}

/** One number: where it rings, and what can be done. */
export function NumberDrawer(): ReactNode {
  return (
    <EntityDrawer
      name="virtual-numbers"
      path="/api/admin/virtual-numbers"
      load={loadNumber}
      title={({ number }) => number}
      overview={(row) => <Overview row={row} />}
    />
  );
}
