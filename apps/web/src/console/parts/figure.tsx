import { Paper, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface FigureProps {
  name: string;
  value: number;
  note: ReactNode;
  /** The change against the time before; null without enough data. */
  trend?: string | null;
  to?: '/buildings' | '/residents' | '/invites' | '/doors' | '/calls';
}

/** One figure with its name, its trend and a note. */
export function Figure({ name, value, note, trend = null, to }: FigureProps): ReactNode {
  return (
    <Paper withBorder p={{ base: 'sm', md: 'md' }}>
      <Text size="sm" c="var(--soft)">
        {to === undefined ? name : <Link to={to}>{name}</Link>}
      </Text>
      <Text fz={30} fw={700} lh={1.2}>
        {value.toLocaleString('en')}
      </Text>
      <Text size="sm" c="var(--soft)">
        {note}
      </Text>
      {trend !== null && <Text size="sm">{trend}</Text>}
    </Paper>
  );
}
