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
import { AttentionItem, shown } from './attention-item.tsx';
import { FailingEndpoints } from './failing-endpoints.tsx';
import { OfflineDoors } from './offline-doors.tsx';
import { OpenReports } from './open-reports.tsx';
import { SilentBuildings } from './silent-buildings.tsx';
import { useSeen } from './use-seen.ts';

const idOf = ({ id }: { id: string }): string => id;

/** The time of an event, or a text if it never happened. */
function Since({ at, words, never }: { at: string | null; words: string; never: string }): ReactNode {
  if (at === null) return never;
  return (
    <>
      {words} <Time at={at} />
    </>
  );
}

function StuckInvites(): ReactNode {
  const asked = useQuery({
    queryKey: ['invites', 'stuck'],
    queryFn: () =>
      read(api.GET('/api/admin/onboarding/invites', { params: { query: { stuck: true, limit: shown } } })),
    select: ({ invites, total }) => ({ rows: invites, total }),
  });
  return (
    <AttentionItem
      title="Stuck invites"
      expects={shown}
      fine="No stuck invites."
      asked={asked}
      keyOf={idOf}
      linkOf={(invite) => (
        <Link to="/invites" search={{ stuck: 'true', open: invite.id }}>
          {nameOfInvite(invite)}
        </Link>
      )}
      noteOf={(invite) => (
        <>
          <BuildingName id={invite.propertyId} />: {whyStuck(invite)}
        </>
      )}
      all={(total) => (
        <Link to="/invites" search={{ stuck: 'true' }}>
          All {total} stuck invites
        </Link>
      )}
    />
  );
}

const soonMs = 14 * 86_400_000;

function ExpiringKeys(): ReactNode {
  const seen = useSeen();
  const asked = useQuery({
    queryKey: ['api-keys', 'expiring'],
    queryFn: () => {
      const query = { status: 'ACTIVE' as const, sort: 'expiresAt', limit: shown };
      return read(api.GET('/api/admin/api-keys', { params: { query } }));
    },
    enabled: seen.isSeen,
    select: ({ apiKeys }) => {
      const rows = apiKeys.filter(({ expiresAt }) => Date.parse(expiresAt) < Date.now() + soonMs);
      return { rows, total: rows.length };
    },
  });
  return (
    <AttentionItem
      seen={seen}
      title="Expiring keys"
      fine="No keys expiring within 14 days."
      asked={asked}
      keyOf={idOf}
      linkOf={({ id, name }) => (
        <Link to="/api-keys" search={{ open: id }}>
          {name}
        </Link>
      )}
      noteOf={({ expiresAt, lastUsedAt }) => (
        <>
          expires <Time at={expiresAt} />, <Since at={lastUsedAt} words="last used" never="never used" />
        </>
      )}
    />
  );
}

/** The open problems, the most harmful kind first, each with a link to its fix. */
export function AttentionList(): ReactNode {
  const may = useMay();
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h4" mb="sm">
        Needs attention
      </Title>
      <Stack>
        {may('access-points:read') && <OfflineDoors />}
        {may('properties:read') && <SilentBuildings />}
        {may('webhooks:read') && <FailingEndpoints />}
        {may('users:read') && <OpenReports />}
        {may('onboarding:read') && <StuckInvites />}
        {may('api-keys:read') && <ExpiringKeys />}
      </Stack>
    </Paper>
  );
}
