import { SimpleGrid } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { Figure } from '../parts/figure.tsx';
import { Loading } from '../parts/loading.tsx';
import { useMay } from '../session.tsx';
import { useStats } from '../shell/environment-badge.tsx';
import classes from './bars.module.css';
import { trendInWords } from './trend.ts';
import { lastHours, useCallHours, useOnboarding, useOpeningHours } from './use-trends.ts';

const percent = (part: number, all: number): string =>
  all === 0 ? '–' : `${Math.round((100 * part) / all)} %`;

const weekDays = 7;

/** Returns the trends of the figures; null while they load. */
function useTrends() {
  const { data: calls } = useCallHours();
  const { data: openings } = useOpeningHours();
  const { data: onboarding } = useOnboarding();
  const day = 'a usual day';
  const week = 'a usual week';
  return {
    calls: calls ? trendInWords(calls.points, lastHours, day) : null,
    openings: openings ? trendInWords(openings.points, lastHours, day) : null,
    invited: onboarding ? trendInWords(onboarding.created, weekDays, week) : null,
    accepted: onboarding ? trendInWords(onboarding.accepted, weekDays, week) : null,
  };
}

/** Returns a trend with the name of its series; null without a trend. */
const named = (name: string, trend: string | null): string | null =>
  trend === null ? null : `${name}: ${trend}`;

/** The invites of the last 30 days and their acceptances; null while they load. */
function useInvitesInWords(): string | null {
  const { data } = useOnboarding();
  if (!data) return null;
  const { created, accepted } = data.totals;
  return `Last 30 days: ${accepted.toLocaleString('en')} of ${created.toLocaleString('en')} accepted`;
}

/** The refusals of the last 24 hours, with a link to them. */
function Refused({ count }: { count: number }): ReactNode {
  const may = useMay();
  const words = `${count.toLocaleString('en')} refused`;
  if (!may('access-events:read')) return words;
  return (
    <Link to="/activity" search={{ period: 'day', kind: 'ACCESS', result: 'FAILURE' }}>
      {words}
    </Link>
  );
}

type Stats = NonNullable<ReturnType<typeof useStats>['data']>;

function Counts({ stats: { units, residents, invites, calls, access } }: { stats: Stats }): ReactNode {
  const trends = useTrends();
  const inviteWords = useInvitesInWords();
  return (
    <SimpleGrid cols={{ base: 2, md: 5 }} spacing={{ base: 'xs', md: 'md' }} className={classes['figures']}>
      <Figure
        name="Units"
        period="now"
        value={units.total}
        note={`${percent(units.occupied, units.total)} occupied, ${units.vacant.toLocaleString('en')} vacant`}
        to="/buildings"
      />
      <Figure
        name="Residents"
        period="now"
        value={residents.active}
        note={`and ${residents.invited.toLocaleString('en')} invited`}
        trend={named('Accepted, last 7 days', trends.accepted)}
        to="/residents"
      />
      <Figure
        name="Open invites"
        period="now"
        value={invites.pending}
        note={inviteWords}
        trend={named('Invited, last 7 days', trends.invited)}
        to="/invites"
      />
      <Figure
        name="Openings"
        period="last 24 hours"
        value={access.granted24h}
        note={<Refused count={access.denied24h} />}
        trend={trends.openings}
        to="/doors"
      />
      <Figure
        name="Calls"
        period="last 24 hours"
        value={calls.last24h}
        note={`${calls.byOutcome.NO_TARGET.toLocaleString('en')} without a recipient`}
        trend={trends.calls}
        to="/calls"
      />
    </SimpleGrid>
  );
}

/** The current figures of the tenant with their periods and trends. */
export function Figures(): ReactNode {
  const { data, error, failureReason, refetch } = useStats();
  if (data) return <Counts stats={data} />;
  const fault = error ?? failureReason;
  return fault ? <FaultAlert fault={fault} retry={() => void refetch()} /> : <Loading count={3} />;
}
