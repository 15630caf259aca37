import { Alert, Stack, Text, Timeline, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { sayPhone } from '../../phones/say-phone.ts';
import { api } from '../api.ts';
import { BuildingName } from '../buildings/building-name.tsx';
import { HomeLink } from '../buildings/home-link.tsx';
import { EntityDrawer } from '../parts/entity-drawer.tsx';
import { Facts } from '../parts/facts.tsx';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/times.tsx';
import { UserName } from '../residents/user-name.tsx';
import { legInWords, resultOf, visitorOf, whyOf, type Call } from './describe-call.ts';

async function loadCall(id: string): Promise<Call> {
  const { call } = await read(api.GET('/api/admin/calls/{id}', { params: { path: { id } } }));
  return call;
}

const phoneOf = (number: string | null): string => (number === null ? 'Unknown' : sayPhone(number));

const failed = new Set(['NO_ANSWER', 'BUSY', 'FAILED', 'SKIPPED']);

function Legs({ call }: { call: Call }): ReactNode {
  const { legs, startedAt, endedAt } = call;
  return (
    <Timeline bulletSize={14} lineWidth={2} active={legs.length + 1} pl={6}>
      <Timeline.Item>
        <Text>The visitor rang</Text>
        <Text size="sm" c="var(--soft)">
          <Time isExact at={startedAt} />
        </Text>
      </Timeline.Item>
      {legs.map((leg, index) => (
        <Timeline.Item key={index} color={failed.has(leg.status) ? 'red.8' : 'brand'}>
          <Text>
            {leg.userId === null ? phoneOf(leg.toNumber) : <UserName id={leg.userId} />} {legInWords(leg)}
          </Text>
          <Text size="sm" c="var(--soft)">
            <Time isExact at={leg.answeredAt ?? leg.startedAt} />
          </Text>
        </Timeline.Item>
      ))}
      {endedAt !== null && (
        <Timeline.Item>
          <Text>{resultOf(call)}</Text>
          <Text size="sm" c="var(--soft)">
            <Time isExact at={endedAt} />
          </Text>
        </Timeline.Item>
      )}
    </Timeline>
  );
}

function Overview({ call }: { call: Call }): ReactNode {
  const { propertyId, unitId } = call;
  const why = whyOf(call);
  return (
    <Stack mt="md">
      {why !== null && (
        <Alert variant="outline" title={resultOf(call)}>
          {why}
        </Alert>
      )}
      <Title order={3} size="h5">
        Timeline
      </Title>
      <Legs call={call} />
      {call.legs.length === 0 && <Text>No phones were rung.</Text>}
      <Facts
        rows={[
          ['State', <Status key="status" status={call.status} />],
          ['Visitor', visitorOf(call)],
          ['Called number', call.toNumber && sayPhone(call.toNumber)],
          [
            'Where',
            propertyId === null || unitId === null ? (
              <BuildingName key="building" id={propertyId} />
            ) : (
              <HomeLink key="home" unitId={unitId} propertyId={propertyId} />
            ),
          ],
          ['Digits keyed in', call.dialled],
          ['Duration', call.durationSeconds === null ? '–' : `${call.durationSeconds} seconds`],
        ]}
      />
    </Stack>
  );
}

/** One call: its timeline with everyone rung or skipped, and its outcome. */
export function CallDrawer(): ReactNode {
  return (
    <EntityDrawer
      name="calls"
      path="/api/admin/calls"
      load={loadCall}
      title={(call) => `Call from ${visitorOf(call, 'a withheld number')}`}
      overview={(call) => <Overview call={call} />}
    />
  );
}
