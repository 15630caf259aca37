import { Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api, liveRows } from '../api.ts';
import { nameOfInvite, whyStuck } from '../invites/describe-invite.ts';
import { usePropertyName } from '../list/use-properties.ts';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { Loading } from '../parts/loading.tsx';
import { useMay } from '../session.tsx';

const shown = 5;

function StuckInvites(): ReactNode {
  const nameOf = usePropertyName();
  const { data, error } = useQuery({
    queryKey: ['invites', 'stuck'],
    queryFn: () =>
      read(api.GET('/api/admin/onboarding/invites', { params: { query: { stuck: true, limit: shown } } })),
  });
  if (!data) return error ? <FaultAlert fault={error} /> : <Loading count={2} />;
  if (data.total === 0) return <Text c="var(--soft)">No invite is stuck.</Text>;
  return (
    <Stack gap="xs">
      {data.invites.map((invite) => (
        <div key={invite.id}>
          <Link to="/invites" search={{ stuck: 'true', open: invite.id }}>
            {nameOfInvite(invite)}
          </Link>
          <Text size="sm" c="var(--soft)">
            {nameOf(invite.propertyId)}: {whyStuck(invite)}
          </Text>
        </div>
      ))}
      {data.total > shown && (
        <Link to="/invites" search={{ stuck: 'true' }}>
          All {data.total} stuck invites
        </Link>
      )}
    </Stack>
  );
}

function OfflineDoors(): ReactNode {
  const nameOf = usePropertyName();
  const { data, error } = useQuery({
    queryKey: ['access-points', 'all'],
    queryFn: () => read(api.GET('/api/admin/access-points', { params: { query: { limit: 200 } } })),
  });
  if (!data) return error ? <FaultAlert fault={error} /> : <Loading count={2} />;
  const offline = liveRows(data.accessPoints).filter(({ online }) => !online);
  if (offline.length === 0) return <Text c="var(--soft)">Every door answers.</Text>;
  return (
    <Stack gap={4}>
      {offline.slice(0, shown).map(({ id, name, propertyId }) => (
        <Text key={id}>
          {name}, {nameOf(propertyId)}
        </Text>
      ))}
      {offline.length > shown && <Text c="var(--soft)">and {offline.length - shown} more</Text>}
    </Stack>
  );
}

/** What somebody has to look at today. */
export function NeedsAHand(): ReactNode {
  const may = useMay();
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h4" mb="sm">
        Needs a hand
      </Title>
      <Stack>
        {may('onboarding:read') && (
          <div>
            <Title order={3} size="h6" mb={4}>
              Stuck invites
            </Title>
            <StuckInvites />
          </div>
        )}
        {may('access-points:read') && (
          <div>
            <Title order={3} size="h6" mb={4}>
              Doors offline
            </Title>
            <OfflineDoors />
          </div>
        )}
      </Stack>
    </Paper>
  );
}
