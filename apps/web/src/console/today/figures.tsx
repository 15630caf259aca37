import { Paper, SimpleGrid, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { Loading } from '../parts/loading.tsx';
import { useStats } from '../shell/environment-badge.tsx';

interface FigureProps {
  name: string;
  value: number;
  note: string;
  to?: '/buildings' | '/residents' | '/invites';
}

/** One figure with its name and a note. */
export function Figure({ name, value, note, to }: FigureProps): ReactNode {
  return (
    <Paper withBorder p="md">
      <Text size="sm" c="var(--soft)">
        {to === undefined ? name : <Link to={to}>{name}</Link>}
      </Text>
      <Text fz={30} fw={700} lh={1.2}>
        {value.toLocaleString('en')}
      </Text>
      <Text size="sm" c="var(--soft)">
        {note}
      </Text>
    </Paper>
  );
}

const percent = (part: number, all: number): string =>
  all === 0 ? '–' : `${Math.round((100 * part) / all)} %`;

/** The figures of the tenant now. */
export function Figures(): ReactNode {
  const { data, error, failureReason, refetch } = useStats();
  if (!data) {
    const fault = error ?? failureReason;
    return fault ? <FaultAlert fault={fault} retry={() => void refetch()} /> : <Loading count={3} />;
  }
  const { units, residents, invites, calls, access } = data;
  const accepted =
    invites.acceptanceRate === null ? '' : `, ${Math.round(invites.acceptanceRate * 100)} % accepted`;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
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
        to="/residents"
      />
      <Figure
        name="Open invites"
        value={invites.pending}
        note={`${invites.expired} expired${accepted}`}
        to="/invites"
      />
      <Figure
        name="Door openings, 24 hours"
        value={access.granted24h}
        note={`${access.denied24h} refused, ${calls.last24h} calls`}
      />
    </SimpleGrid>
  );
}
