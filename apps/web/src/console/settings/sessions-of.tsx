import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api } from '../api.ts';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { Loading } from '../parts/loading.tsx';
import { Time } from '../parts/times.tsx';
import { browserOf, roleOf } from './describe-session.ts';
import { EndSession } from './end-session.tsx';

/** The live sessions of one member of staff. */
export function SessionsOf({ email }: { email: string }): ReactNode {
  const { data, error } = useQuery({
    queryKey: ['staff-sessions', 'of', email],
    queryFn: () => read(api.GET('/api/admin/staff-sessions', { params: { query: { email, limit: 20 } } })),
  });
  if (!data) return error ? <FaultAlert fault={error} /> : <Loading count={1} />;
  if (data.total === 0) return <Text>Not signed in.</Text>;
  return (
    <Stack gap="xs">
      {data.staffSessions.map((session) => (
        <Group key={session.id} justify="space-between" gap="xs">
          <Text size="sm">
            {roleOf(session)}, {browserOf(session)}, last used <Time at={session.lastUsedAt} />
          </Text>
          <EndSession session={session} />
        </Group>
      ))}
    </Stack>
  );
}
