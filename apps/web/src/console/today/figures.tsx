import { SimpleGrid } from '@mantine/core';
import type { ReactNode } from 'react';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { Figure } from '../parts/figure.tsx';
import { Loading } from '../parts/loading.tsx';
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

/** The current figures of the tenant with their trends. */
export function Figures(): ReactNode {
  const { data, error, failureReason, refetch } = useStats();
  const trends = useTrends();
  if (!data) {
    const fault = error ?? failureReason;
    return fault ? <FaultAlert fault={fault} retry={() => void refetch()} /> : <Loading count={3} />;
  }
  const { units, residents, invites, calls, access } = data;
  const accepted =
    invites.acceptanceRate === null ? '' : `, ${Math.round(invites.acceptanceRate * 100)} % accepted`;
  return (
    <SimpleGrid cols={{ base: 2, md: 5 }} spacing={{ base: 'xs', md: 'md' }} className={classes['figures']}>
      <Figure
        name="Units"
        value={units.total}
        note={`${percent(units.occupied, units.total)} occupied, ${units.vacant} vacant`}
        to="/buildings"
      />
      <Figure
        name="Residents"
        value={residents.active}
        note={`and ${residents.invited} invited`}
        trend={named('Accepted in 7 days', trends.accepted)}
        to="/residents"
      />
      <Figure
        name="Open invites"
        value={invites.pending}
        note={`${invites.expired} expired${accepted}`}
        trend={named('Invited in 7 days', trends.invited)}
        to="/invites"
      />
      <Figure
        name="Openings, 24 hours"
        value={access.granted24h}
        note={`${access.denied24h} refused`}
        trend={trends.openings}
        to="/doors"
      />
      <Figure
        name="Calls, 24 hours"
        value={calls.last24h}
        note={`${calls.byOutcome.NO_TARGET} without a recipient`}
        trend={trends.calls}
        to="/calls"
      />
    </SimpleGrid>
  );
}
