import { Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api } from '../api.ts';
import { PageHead } from '../parts/page-head.tsx';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { Loading } from '../parts/loading.tsx';
import { useMay } from '../session.tsx';
import classes from './bars.module.css';
import { BarsList, HourBars } from './bars.tsx';
import { Figures } from './figures.tsx';
import { NeedsAHand } from './needs-a-hand.tsx';

const hourMs = 3_600_000;

/** The last 24 whole hours, so that the query stays the same within one. */
function lastDay() {
  const to = Math.ceil(Date.now() / hourMs) * hourMs;
  const time = (at: number): string => new Date(at).toISOString();
  return { from: time(to - 24 * hourMs), to: time(to), interval: 'hour' as const };
}

function Funnel(): ReactNode {
  const { data, error } = useQuery({
    queryKey: ['analytics', 'onboarding'],
    queryFn: () => read(api.GET('/api/admin/analytics/onboarding')),
  });
  if (!data) return error ? <FaultAlert fault={error} /> : <Loading />;
  const { created, dispatched, delivered, previewed, accepted } = data.analytics.totals;
  return (
    <BarsList
      bars={[
        { label: 'Created', value: created },
        { label: 'Sent', value: dispatched },
        { label: 'Delivered', value: delivered },
        { label: 'Opened', value: previewed },
        { label: 'Accepted', value: accepted },
      ]}
    />
  );
}

function CallHours(): ReactNode {
  const query = lastDay();
  const { data, error } = useQuery({
    queryKey: ['analytics', 'calls', query.to],
    queryFn: () => read(api.GET('/api/admin/analytics/calls', { params: { query } })),
  });
  if (!data) return error ? <FaultAlert fault={error} /> : <Loading />;
  const hours = data.analytics.series.map(({ at, total }) => ({ at, value: total }));
  return <HourBars name="Calls" hours={hours} timeZone={data.analytics.timeZone} />;
}

function OpeningHours(): ReactNode {
  const query = lastDay();
  const { data, error } = useQuery({
    queryKey: ['analytics', 'access', query.to],
    queryFn: () => read(api.GET('/api/admin/analytics/access', { params: { query } })),
  });
  if (!data) return error ? <FaultAlert fault={error} /> : <Loading />;
  const hours = data.analytics.series.map(({ at, granted }) => ({ at, value: granted }));
  return <HourBars name="Door openings" hours={hours} timeZone={data.analytics.timeZone} />;
}

function Panel({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h4" mb="sm">
        {title}
      </Title>
      {children}
    </Paper>
  );
}

/** The first page: how things stand, and what somebody has to look at. */
export function Today(): ReactNode {
  const may = useMay();
  const mayCount = may('analytics:read');
  return (
    <>
      <PageHead title="Today" />
      <Stack>
        {mayCount ? <Figures /> : <Text>Your role shows no figures. Choose a page on the left.</Text>}
        <SimpleGrid cols={{ base: 1, md: 2 }} className={classes['panels'] ?? ''}>
          <NeedsAHand />
          {mayCount && (
            <>
              <Panel title="Invites of the last 30 days">
                <Funnel />
              </Panel>
              <Panel title="Calls of the last 24 hours">
                <CallHours />
              </Panel>
              <Panel title="Door openings of the last 24 hours">
                <OpeningHours />
              </Panel>
            </>
          )}
        </SimpleGrid>
      </Stack>
    </>
  );
}
