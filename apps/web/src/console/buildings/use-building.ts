import { useQuery } from '@tanstack/react-query';
import { read } from '../../api/problem.ts';
import { api, liveRows } from '../api.ts';
import { readAll } from '../list/read-all.ts';

const byLabel = new Intl.Collator('en', { numeric: true });

/**
 * Reads the units of a building, and sorts them by label. The store reads them in the order of creation: an index has
 * the units of one building in that order.
 */
async function loadUnits(propertyId: string) {
  const { rows, total } = await readAll(async (page) => {
    const query = { propertyId, sort: 'createdAt', ...page };
    const answer = await read(api.GET('/api/admin/units', { params: { query } }));
    return { rows: liveRows(answer.units), total: answer.total };
  });
  return { rows: rows.toSorted((a, b) => byLabel.compare(a.label, b.label)), total };
}

/** Reads the units of a building, by label. */
export const useUnits = (propertyId: string, isAsked = true) =>
  useQuery({
    queryKey: ['units', 'of', propertyId],
    queryFn: () => loadUnits(propertyId),
    enabled: isAsked,
    select: ({ rows, total }) => ({ units: rows, total }),
  });

/** Reads the doors of a building and of its units, by name. */
export const useBuildingDoors = (propertyId: string) =>
  useQuery({
    queryKey: ['access-points', 'of', propertyId],
    queryFn: () =>
      readAll(async (page) => {
        const query = { propertyId, sort: 'name', ...page };
        const { accessPoints, total } = await read(
          api.GET('/api/admin/access-points', { params: { query } }),
        );
        return { rows: liveRows(accessPoints), total };
      }),
    enabled: propertyId !== '',
    select: ({ rows }) => rows,
  });

/** Reads the ids of the units with an open invite. */
export const useInvitedUnits = (propertyId: string, isAsked: boolean) =>
  useQuery({
    queryKey: ['invites', 'open-in', propertyId],
    queryFn: () =>
      readAll(async (page) => {
        const query = { propertyId, status: 'PENDING' as const, ...page };
        const { invites, total } = await read(
          api.GET('/api/admin/onboarding/invites', { params: { query } }),
        );
        return { rows: invites.map(({ unitId }) => unitId), total };
      }),
    enabled: isAsked,
    select: ({ rows }) => new Set(rows),
  });
