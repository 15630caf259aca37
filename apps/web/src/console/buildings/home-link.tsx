import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api, liveRows } from '../api.ts';
import { loadTogether } from '../list/load-together.ts';
import { useMay } from '../session.tsx';
import { BuildingName } from './building-name.tsx';
import type { Unit } from './stack-floors.ts';

/** Reads one unit. */
export async function loadUnit(id: string): Promise<Unit> {
  const { unit } = await read(api.GET('/api/admin/units/{id}', { params: { path: { id } } }));
  return unit;
}

const loadNamedUnit = loadTogether(async (ids) => {
  const query = { ids, limit: 200 };
  return liveRows((await read(api.GET('/api/admin/units', { params: { query } }))).units);
});

/** Reads one unit by its id. Shares its cache entry with the unit's drawer. */
export function useUnit(id: string) {
  const may = useMay();
  return useQuery({
    queryKey: ['units', 'one', id],
    queryFn: () => loadNamedUnit(id),
    enabled: may('units:read'),
    staleTime: 60_000,
  });
}

/** A unit with its building, as a link to its drawer. */
export function HomeLink({ unitId, propertyId }: { unitId: string; propertyId: string }): ReactNode {
  const { data } = useUnit(unitId);
  return (
    <Link to="/buildings/$id" params={{ id: propertyId }} search={{ open: unitId }}>
      {data?.label ?? 'A unit'}, <BuildingName id={propertyId} />
    </Link>
  );
}
