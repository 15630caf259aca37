import { useQuery } from '@tanstack/react-query';
import { read } from '../../api/problem.ts';
import { api, liveRows } from '../api.ts';
import { loadTogether } from '../list/load-together.ts';
import { useMay } from '../session.tsx';

/** Reads the first 200 doors of the tenant by name, and the total. */
function useDoors() {
  const may = useMay();
  return useQuery({
    queryKey: ['access-points', 'all'],
    queryFn: () =>
      read(api.GET('/api/admin/access-points', { params: { query: { limit: 200, sort: 'name' } } })),
    enabled: may('access-points:read'),
    staleTime: 60_000,
    select: ({ accessPoints, total }) => ({ doors: liveRows(accessPoints), total }),
  });
}

/** Reads the offline doors. Sends a separate request only if the tenant has more than 200 doors. */
export function useOfflineDoors(limit: number) {
  const { data: all, error } = useDoors();
  const isWhole = all !== undefined && all.total <= all.doors.length;
  const asked = useQuery({
    queryKey: ['access-points', 'offline'],
    queryFn: () => read(api.GET('/api/admin/access-points', { params: { query: { online: false, limit } } })),
    enabled: all !== undefined && !isWhole,
    select: ({ accessPoints, total }) => ({ rows: liveRows(accessPoints), total }),
  });
  if (!isWhole) return { data: asked.data, error: error ?? asked.error };
  const offline = all.doors.filter(({ online }) => online === false);
  return { data: { rows: offline.slice(0, limit), total: offline.length }, error: null };
}

/** Loads doors by a list, which omits a deleted door; a request for the door alone would answer 404. */
const loadDoor = loadTogether(async (ids) => {
  const query = { ids, limit: 200 };
  return liveRows((await read(api.GET('/api/admin/access-points', { params: { query } }))).accessPoints);
});

/** Reads the name of a door by its id. Sends a request only if it is not among the first 200. */
export function useDoorName(id: string | null): string {
  const may = useMay();
  const { data: first, isPending } = useDoors();
  const listed = first?.doors.find((door) => door.id === id);
  const asked = useQuery({
    queryKey: ['access-points', 'name of', id],
    queryFn: () => loadDoor(id ?? ''),
    enabled: may('access-points:read') && id !== null && !isPending && listed === undefined,
    staleTime: 600_000,
  });
  return (listed ?? asked.data)?.name ?? 'A door';
}
