import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api } from '../api.ts';
import { useSearchState } from '../list/use-search-state.ts';
import { inlineList } from '../parts/inline-list.ts';
import { nameOfActor, type AuditRecord } from './describe-record.ts';

/** Returns the actors of records by id, each with its name, in the order of their names. */
function actorsOf(records: readonly AuditRecord[]): { value: string; label: string }[] {
  const names = new Map(
    records.flatMap((record) => (record.actor.id === null ? [] : [[record.actor.id, nameOfActor(record)]])),
  );
  return [...names]
    .map(([value, label]) => ({ value, label }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'en'));
}

/** Chooses the actor among those of the last 200 records. */
export function ActorFilter(): ReactNode {
  const { search, filter } = useSearchState();
  const chosen = search['actorId'];
  const { data: actors = [] } = useQuery({
    queryKey: ['audit', 'actors'],
    queryFn: () => read(api.GET('/api/admin/audit', { params: { query: { sort: '-seq', limit: 200 } } })),
    select: ({ auditRecords }) => actorsOf(auditRecords),
    staleTime: 60_000,
  });
  const isListed = chosen === undefined || actors.some(({ value }) => value === chosen);
  return (
    <Select
      label="Person or program"
      placeholder="All"
      {...inlineList}
      searchable
      clearable
      value={chosen ?? null}
      data={isListed ? actors : [...actors, { value: chosen, label: chosen }]}
      onChange={(id) => filter({ actorId: id ?? undefined })}
      nothingFoundMessage="No recent actor has this name"
    />
  );
}
