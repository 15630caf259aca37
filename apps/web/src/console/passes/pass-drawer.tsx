import { Group, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { sayPhone } from '../../phones/say-phone.ts';
import { api } from '../api.ts';
import { BuildingName } from '../buildings/building-name.tsx';
import { BuildingTime } from '../buildings/building-time.tsx';
import { useBuildingDoors } from '../buildings/use-building.ts';
import { countOf } from '../parts/count-of.ts';
import { EntityDrawer } from '../parts/entity-drawer.tsx';
import { Facts } from '../parts/facts.tsx';
import { PendingName } from '../parts/pending-name.tsx';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/times.tsx';
import { useMay } from '../session.tsx';
import {
  deliveryInWords,
  endInWords,
  holdersOf,
  isBeingSent,
  kindWords,
  timesOf,
  type Holder,
  type Pass,
} from './describe-pass.ts';
import { EditPass } from './edit-pass.tsx';
import { EndPass } from './end-pass.tsx';
import { SendPass } from './send-pass.tsx';

async function loadPass(id: string): Promise<Pass> {
  const { pass } = await read(api.GET('/api/admin/passes/{id}', { params: { path: { id } } }));
  return pass;
}

/** The names of the doors of a pass. */
function DoorNames({ pass: { propertyId, accessPointIds } }: { pass: Pass }): ReactNode {
  const { data } = useBuildingDoors(propertyId);
  if (!data) return <PendingName />;
  const names = new Map(data.map(({ id, name }) => [id, name]));
  return accessPointIds.map((id) => names.get(id) ?? 'Deleted door').join(', ');
}

/** One holder: contacts, uses, and the messages with the link. */
function HolderFacts({ pass, holder }: { pass: Pass; holder: Holder }): ReactNode {
  const may = useMay();
  const { name, email, phone, uses, deliveries } = holder;
  const contacts = [email, phone && sayPhone(phone)].filter((contact) => contact !== null);
  return (
    <div>
      <Text fw={600}>{name ?? 'Unnamed'}</Text>
      <Text size="sm" c="var(--soft)">
        {[...contacts, countOf(uses, 'use')].join(' · ')}
      </Text>
      {deliveries.map((delivery) => (
        <Text key={delivery.id} size="sm" c={delivery.error === null ? 'var(--soft)' : 'var(--bad)'}>
          {deliveryInWords(delivery)}, <Time at={delivery.at} />
        </Text>
      ))}
      {pass.holders.length > 1 && may('passes:write') && <SendPass pass={pass} holder={holder} />}
    </div>
  );
}

function Overview({ pass }: { pass: Pass }): ReactNode {
  const may = useMay();
  const { ended } = pass;
  const isOpen = ended === null && may('passes:write');
  return (
    <Stack mt="md">
      {isOpen && (
        <Group gap="xs" align="start">
          <SendPass pass={pass} />
          <EndPass pass={pass} />
        </Group>
      )}
      <Facts
        rows={[
          [
            'Status',
            ended === null ? (
              <Status key="status" status="ACTIVE" />
            ) : (
              <Text key="end">{endInWords(ended)}</Text>
            ),
          ],
          ...(ended === null ? [] : [['Ended', <Time key="ended" at={ended.at} />] as const]),
          ['Kind', kindWords[pass.kind]],
          ['Building', <BuildingName key="building" id={pass.propertyId} />],
          ['Doors', <DoorNames key="doors" pass={pass} />],
          ['From', <BuildingTime key="from" at={pass.startsAt} propertyId={pass.propertyId} />],
          ['Until', <BuildingTime key="until" at={pass.endsAt} propertyId={pass.propertyId} />],
          ['When', timesOf(pass)],
          ['Uses', pass.maxUses === null ? 'No limit' : `${pass.maxUses} for each holder`],
        ]}
      />
      {may('access-events:read') && (
        <Link to="/activity" search={{ passId: pass.id }}>
          Activity of this pass
        </Link>
      )}
      <Title order={3} size="h5">
        Holders
      </Title>
      {pass.holders.map((holder) => (
        <HolderFacts key={holder.id} pass={pass} holder={holder} />
      ))}
    </Stack>
  );
}

/** One pass: its times, doors, holders and messages. */
export function PassDrawer(): ReactNode {
  const may = useMay();
  const edit = (pass: Pass): ReactNode =>
    pass.ended === null ? <EditPass pass={pass} load={loadPass} /> : <Text mt="md">The pass has ended.</Text>;
  return (
    <EntityDrawer
      name="passes"
      path="/api/admin/passes"
      load={loadPass}
      title={holdersOf}
      isMoving={isBeingSent}
      overview={(pass) => <Overview pass={pass} />}
      // The times of the form need the time zone of the building.
      tabs={may('passes:write') && may('properties:read') ? { Change: edit } : {}}
    />
  );
}
