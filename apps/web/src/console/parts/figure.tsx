import { Paper, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface FigureProps {
  name: string;
  /** The time that the figure covers, such as `last 24 hours`. */
  period?: string;
  value: number;
  note: ReactNode;
  /** The change against the time before; null without enough data. */
  trend?: string | null;
  to?: '/buildings' | '/residents' | '/invites' | '/doors' | '/calls';
}

/** One figure with its name, its trend and a note. */
export function Figure({ name, period, value, note, trend = null, to }: FigureProps): ReactNode {
  return (
    <Paper withBorder p={{ base: 'sm', md: 'md' }}>
      <Text size="sm" c="var(--soft)">
        {to === undefined ? name : <Link to={to}>{name}</Link>}
      </Text>
      {period !== undefined && (
        <Text size="xs" c="var(--soft)">
          {period}
        </Text>
      )}
      <Text fz={32} fw={600} lh={1.2} lts="-0.02em">
        {value.toLocaleString('en')}
      </Text>
      <Text size="sm" c="var(--soft)">
        {note}
      </Text>
      {trend !== null && <Text size="sm">{trend}</Text>}
    </Paper>
  );
}
