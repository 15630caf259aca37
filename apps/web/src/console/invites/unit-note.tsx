import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api, liveRows } from '../api.ts';
import { floorOf, type Unit } from '../buildings/stack-floors.ts';
import { useMay } from '../session.tsx';
import { sayOccupants, shownNames } from './say-occupants.ts';

/** The floor of a unit, and its residents or vacancy. */
export function UnitNote({ unit }: { unit: Unit }): ReactNode {
  const may = useMay();
  const isOccupied = unit.occupancy === 'OCCUPIED';
  const { data } = useQuery({
    queryKey: ['users', 'occupants', unit.id],
    queryFn: ({ signal }) => {
      const query = { unitId: unit.id, limit: shownNames };
      return read(api.GET('/api/admin/users', { params: { query }, signal }));
    },
    enabled: isOccupied && may('users:read'),
    staleTime: 60_000,
  });
  const floor = floorOf(unit);
  const people = data ? sayOccupants(liveRows(data.users), data.total) : 'Occupied';
  return [...(floor === '?' ? [] : [`Floor ${floor}`]), isOccupied ? people : 'Vacant'].join(', ');
}
