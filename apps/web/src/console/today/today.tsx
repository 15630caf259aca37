import { Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { FirstSteps } from '../first-steps/first-steps.tsx';
import { NewInvite } from '../invites/new-invite.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { Loading } from '../parts/loading.tsx';
import { useMay } from '../session.tsx';
import classes from './bars.module.css';
import { BarsList, HourBars } from './bars.tsx';
import { Figures } from './figures.tsx';
import { LiveFeed } from './live-feed.tsx';
import { AttentionList } from './attention-list.tsx';
import { lastHours, useCallHours, useOnboarding, useOpeningHours } from './use-trends.ts';

function Funnel(): ReactNode {
  const { data, error } = useOnboarding();
  if (!data) return error ? <FaultAlert fault={error} /> : <Loading />;
  const { created, dispatched, delivered, previewed, accepted } = data.totals;
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

interface HoursProps {
  unit: string;
  hours: ReturnType<typeof useCallHours>;
}

function Hours({ unit, hours: { data, error } }: HoursProps): ReactNode {
  if (!data) return error ? <FaultAlert fault={error} /> : <Loading />;
  return <HourBars unit={unit} hours={data.points.slice(-lastHours)} timeZone={data.timeZone} />;
}

const CallHours = (): ReactNode => <Hours unit="Calls" hours={useCallHours()} />;
const OpeningHours = (): ReactNode => <Hours unit="Door openings" hours={useOpeningHours()} />;

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

/** The first page: figures, live events and open problems. */
export function Today(): ReactNode {
  const may = useMay();
  const mayCount = may('analytics:read');
  return (
    <>
      <PageHead title="Today">{may('onboarding:write') && <NewInvite />}</PageHead>
      <Stack>
        <FirstSteps />
        {mayCount ? <Figures /> : <Text>No figures for your role. Choose a page on the left.</Text>}
        <div className={classes['panels']}>
          <Stack>
            <AttentionList />
            {mayCount && (
              <Panel title="Invites of the last 30 days">
                <Funnel />
              </Panel>
            )}
          </Stack>
          <Stack>
            {may('events:read') && (
              <Panel title="Now">
                <LiveFeed />
              </Panel>
            )}
            {mayCount && (
              <>
                <Panel title="Calls of the last 24 hours">
                  <CallHours />
                </Panel>
                <Panel title="Door openings of the last 24 hours">
                  <OpeningHours />
                </Panel>
              </>
            )}
          </Stack>
        </div>
      </Stack>
    </>
  );
}
