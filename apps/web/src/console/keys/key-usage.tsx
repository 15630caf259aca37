import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api } from '../api.ts';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { Facts } from '../parts/facts.tsx';
import { Loading } from '../parts/loading.tsx';
import { Time } from '../parts/times.tsx';
import { ColumnBars } from '../today/bars.tsx';

const dayMs = 86_400_000;

/** Returns the last 30 whole days, so that the query stays the same for a day. */
function lastMonth() {
  const to = Math.ceil(Date.now() / dayMs) * dayMs;
  const time = (at: number): string => new Date(at).toISOString();
  return { from: time(to - 30 * dayMs), to: time(to), interval: 'day' as const };
}

const format = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** The usage of a key by day. */
export function KeyUsage({ id }: { id: string }): ReactNode {
  const query = lastMonth();
  const { data, error } = useQuery({
    queryKey: ['api-keys', 'usage', id, query.to],
    queryFn: () => read(api.GET('/api/admin/api-keys/{id}/usage', { params: { path: { id }, query } })),
  });
  if (!data) return error ? <FaultAlert fault={error} /> : <Loading count={3} />;
  const { series, totals, lastUsedAt, lastAddress, lastUserAgent } = data.usage;
  return (
    <Stack mt="md">
      <Text fw={600}>Requests of the last 30 days</Text>
      <ColumnBars
        unit="Requests"
        interval="day"
        timeZone="UTC"
        bars={series.map(({ at, requests }) => ({ label: format.format(new Date(at)), value: requests }))}
      />
      <Facts
        rows={[
          ['Requests', totals.requests.toLocaleString('en')],
          ['Not permitted', totals.denied.toLocaleString('en')],
          ['Over the limit', totals.limited.toLocaleString('en')],
          ['Last used', <Time key="last" at={lastUsedAt} />],
          ['From', lastAddress],
          ['By', lastUserAgent],
        ]}
      />
    </Stack>
  );
}
