import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api } from '../api.ts';
import { resultOf, visitorOf } from '../calls/describe-call.ts';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { Loading } from '../parts/loading.tsx';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/times.tsx';
import type { Unit } from './stack-floors.ts';

const maxCalls = 10;

/** The last calls to a unit. */
export function UnitCalls({ unit: { id } }: { unit: Unit }): ReactNode {
  const { data, error } = useQuery({
    queryKey: ['calls', 'to', id],
    queryFn: () => {
      const query = { unitId: id, limit: maxCalls, sort: '-startedAt' };
      return read(api.GET('/api/admin/calls', { params: { query } }));
    },
  });
  if (!data) return error ? <FaultAlert fault={error} /> : <Loading count={3} />;
  if (data.total === 0) return <Text mt="md">No calls yet.</Text>;
  return (
    <Stack mt="md" gap="xs">
      {data.calls.map((call) => (
        <div key={call.id}>
          <Link to="/calls" search={{ unitId: id, open: call.id }}>
            {visitorOf(call, 'Withheld number')}
          </Link>
          , <Time at={call.startedAt} />{' '}
          <Status status={call.outcome ?? call.status} label={resultOf(call)} />
        </div>
      ))}
      {data.total > maxCalls && (
        <Link to="/calls" search={{ unitId: id }}>
          All {data.total} calls
        </Link>
      )}
    </Stack>
  );
}
