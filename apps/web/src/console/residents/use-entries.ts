import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../api/problem.ts';
import { api, liveRows } from '../api.ts';
import type { DoorEvent } from '../doors/describe-door.ts';
import { useMay } from '../session.tsx';
import { livingResidences, type User } from './describe-user.ts';
import { newestEntries, subjectsOf, type Entry } from './newest-entries.ts';

const hourMs = 3_600_000;

/** Entries of each subject, and on the whole page. */
const most = 10;

async function readEvents(query: object): Promise<DoorEvent[]> {
  const options = { params: { query: { ...query, limit: most, sort: '-occurredAt' } } };
  return (await read(api.GET('/api/admin/access-events', options))).accessEvents;
}

/** Reads the active passes that a resident has made, the newest first. */
function usePasses(createdById: string) {
  const may = useMay();
  return useQuery({
    queryKey: ['passes', 'made by', createdById],
    queryFn: () => read(api.GET('/api/admin/passes', { params: { query: { createdById, limit: most } } })),
    enabled: may('passes:read'),
    select: ({ passes }) => liveRows(passes),
  });
}

/** Reads the unknown PINs at the doors of a resident's building in the last hour. */
function useUnknownPins(propertyId: string | undefined) {
  const [from] = useState(() => new Date(Date.now() - hourMs).toISOString());
  return useQuery({
    queryKey: ['access-events', 'unknown pins', propertyId],
    queryFn: () => readEvents({ propertyId, from, method: 'PIN', decision: 'DENIED' }),
    enabled: propertyId !== undefined,
    select: (events) => events.filter(({ reason }) => reason === 'pin_unknown'),
  });
}

/**
 * Reads the last decisions at doors about a resident and the holders of the resident's passes. Includes unknown
 * PINs at the building's doors in the last hour.
 */
export function useEntries(user: User): { entries: readonly Entry[] | null; error: Error | null } {
  const passes = usePasses(user.id);
  const unknown = useUnknownPins(livingResidences(user)[0]?.propertyId);
  const subjects = subjectsOf(user.id, passes.data ?? []);
  const own = useQueries({
    queries: subjects.map(({ id }) => ({
      queryKey: ['access-events', 'of', id],
      queryFn: () => readEvents({ subjectId: id }),
    })),
  });
  const error = own.find((query) => query.error)?.error ?? unknown.error ?? passes.error;
  if (passes.isLoading || unknown.isLoading || own.some(({ isLoading }) => isLoading))
    return { entries: null, error };
  const events = [...own.flatMap(({ data = [] }) => data), ...(unknown.data ?? [])];
  return { entries: newestEntries(events, subjects, most), error };
}
