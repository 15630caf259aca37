import { Paper, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api } from '../api.ts';
import { BuildingName } from '../buildings/building-name.tsx';
import { nameOfInvite, whyStuck } from '../invites/describe-invite.ts';
import { Time } from '../parts/times.tsx';
import { useMay } from '../session.tsx';
import { Hand, shown } from './hand.tsx';
import { SilentBuildings } from './silent-buildings.tsx';
import { useOfflineDoors } from './use-doors.ts';
import { useSeen } from './use-seen.ts';

function StuckInvites(): ReactNode {
  const { data, error } = useQuery({
    queryKey: ['invites', 'stuck'],
    queryFn: () =>
      read(api.GET('/api/admin/onboarding/invites', { params: { query: { stuck: true, limit: shown } } })),
  });
  return (
    <Hand
      title="Stuck invites"
      expects={shown}
      fine="No invite is stuck."
      error={error}
      troubles={data?.invites.map((invite) => ({
        key: invite.id,
        link: (
          <Link to="/invites" search={{ stuck: 'true', open: invite.id }}>
            {nameOfInvite(invite)}
          </Link>
        ),
        note: (
          <>
            <BuildingName id={invite.propertyId} />: {whyStuck(invite)}
          </>
        ),
      }))}
      more={
        data &&
        data.total > shown && (
          <Link to="/invites" search={{ stuck: 'true' }}>
            All {data.total} stuck invites
          </Link>
        )
      }
    />
  );
}

function OfflineDoors(): ReactNode {
  const { data, error } = useOfflineDoors(shown);
  return (
    <Hand
      title="Doors offline"
      fine="Every door answers."
      error={error}
      troubles={data?.doors.map(({ id, name, propertyId, lastSeenAt }) => ({
        key: id,
        link: (
          <Link to="/doors" search={{ open: id }}>
            {name}
          </Link>
        ),
        note: (
          <>
            <BuildingName id={propertyId} />: {lastSeenAt === null ? 'never answered' : 'last answer '}
            {lastSeenAt !== null && <Time at={lastSeenAt} />}
          </>
        ),
      }))}
      more={
        data &&
        data.total > shown && (
          <Link to="/doors" search={{ online: 'false' }}>
            All {data.total} doors offline
          </Link>
        )
      }
    />
  );
}

function DeadEndpoints(): ReactNode {
  const seen = useSeen();
  const { data, error } = useQuery({
    queryKey: ['webhook-endpoints', 'dead'],
    queryFn: () => {
      const query = { status: 'DISABLED' as const, limit: shown };
      return read(api.GET('/api/admin/webhook-endpoints', { params: { query } }));
    },
    enabled: seen.isSeen,
  });
  return (
    <Hand
      seen={seen}
      title="Webhooks that stopped"
      fine="Every webhook endpoint works."
      error={error}
      troubles={data?.webhookEndpoints.map(({ id, url, description, disabledReason }) => ({
        key: id,
        link: (
          <Link to="/webhooks" search={{ open: id }}>
            {description ?? url}
          </Link>
        ),
        note: disabledReason === 'GONE' ? 'the address is gone' : 'it has failed for five days',
      }))}
    />
  );
}

const soonMs = 14 * 86_400_000;

function ExpiringKeys(): ReactNode {
  const seen = useSeen();
  const { data, error } = useQuery({
    queryKey: ['api-keys', 'expiring'],
    queryFn: () => {
      const query = { status: 'ACTIVE' as const, sort: 'expiresAt', limit: shown };
      return read(api.GET('/api/admin/api-keys', { params: { query } }));
    },
    enabled: seen.isSeen,
    select: ({ apiKeys }) => apiKeys.filter(({ expiresAt }) => Date.parse(expiresAt) < Date.now() + soonMs),
  });
  return (
    <Hand
      seen={seen}
      title="Keys that expire"
      fine="No key expires within 14 days."
      error={error}
      troubles={data?.map(({ id, name, expiresAt, lastUsedAt }) => ({
        key: id,
        link: (
          <Link to="/api-keys" search={{ open: id }}>
            {name}
          </Link>
        ),
        note: (
          <>
            expires <Time at={expiresAt} />, {lastUsedAt === null ? 'never used' : 'last used '}
            {lastUsedAt !== null && <Time at={lastUsedAt} />}
          </>
        ),
      }))}
    />
  );
}

/** What somebody has to look at today, each with the way to mend it. */
export function NeedsAHand(): ReactNode {
  const may = useMay();
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h4" mb="sm">
        Needs a hand
      </Title>
      <Stack>
        {may('onboarding:read') && <StuckInvites />}
        {may('properties:read') && <SilentBuildings />}
        {may('access-points:read') && <OfflineDoors />}
        {may('webhooks:read') && <DeadEndpoints />}
        {may('api-keys:read') && <ExpiringKeys />}
      </Stack>
    </Paper>
  );
}
