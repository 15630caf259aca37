import { List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api } from '../api.ts';
import { countOf } from '../parts/count-of.ts';
import { Day } from '../parts/times.tsx';
import type { RetentionCut } from './shortened-retention.ts';

const dayMs = 86_400_000;

const names: Readonly<Record<RetentionCut['kind'], string>> = {
  calls: 'Calls',
  accessEvents: 'Door events',
  attempts: 'Unlock attempts',
};

/** Counts the rows before a time; null for rows without a list. */
async function countBefore(kind: RetentionCut['kind'], to: string): Promise<number | null> {
  const params = { query: { to, limit: 1 } };
  if (kind === 'calls') return (await read(api.GET('/api/admin/calls', { params }))).total;
  if (kind === 'accessEvents') return (await read(api.GET('/api/admin/access-events', { params }))).total;
  return null;
}

function Effect({ kind, days, now }: RetentionCut & { now: number }): ReactNode {
  const before = new Date(now - days * dayMs).toISOString();
  const { data: count = null } = useQuery({
    queryKey: ['retention', kind, before],
    queryFn: () => countBefore(kind, before),
  });
  return (
    <List.Item>
      {names[kind]} from before <Day at={before} />
      {count !== null && <b>: {countOf(count, 'row')}</b>}
    </List.Item>
  );
}

/** The rows that a shorter retention deletes: from which day, and how many. */
export function RetentionEffects({ shortened, now }: { shortened: RetentionCut[]; now: number }): ReactNode {
  return (
    <>
      <Text>Within an hour, these rows are deleted for good:</Text>
      <List>
        {shortened.map((each) => (
          <Effect key={each.kind} {...each} now={now} />
        ))}
      </List>
      <Text>Later rows follow, each at its age. Audit records stay.</Text>
    </>
  );
}
