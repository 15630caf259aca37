import { useQuery } from '@tanstack/react-query';
import { read } from '../../api/problem.ts';
import { api, liveRows } from '../api.ts';
import { useMay } from '../session.tsx';
import type { Unit } from './stack-floors.ts';

const pageSize = 200;

/** A picture of more flats than this helps nobody. */
const mostUnits = 2000;

/** Reads every flat of a building, page by page. */
async function loadUnits(propertyId: string): Promise<{ units: Unit[]; total: number }> {
  const units: Unit[] = [];
  let total = 0;
  do {
    const query = { propertyId, limit: pageSize, offset: units.length, sort: 'label' };
    const page = await read(api.GET('/api/admin/units', { params: { query } }));
    units.push(...liveRows(page.units));
    total = page.total;
    if (page.units.length === 0) break;
  } while (units.length < Math.min(total, mostUnits));
  return { units, total };
}

/** The flats of a building. */
export const useUnits = (propertyId: string) =>
  useQuery({ queryKey: ['units', 'of', propertyId], queryFn: () => loadUnits(propertyId) });

/** The units with an open invite, as a set of their ids. */
export function useInvitedUnits(propertyId: string) {
  const may = useMay();
  return useQuery({
    queryKey: ['invites', 'open-in', propertyId],
    queryFn: async () => {
      const query = { propertyId, status: 'PENDING' as const, limit: pageSize };
      return read(api.GET('/api/admin/onboarding/invites', { params: { query } }));
    },
    enabled: may('onboarding:read'),
    select: ({ invites }) => new Set(invites.map(({ unitId }) => unitId)),
  });
}
