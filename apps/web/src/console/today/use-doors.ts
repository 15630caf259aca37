import { useQuery } from '@tanstack/react-query';
import { read } from '../../api/problem.ts';
import { api, liveRows, type Entity } from '../api.ts';
import { loadTogether } from '../list/load-together.ts';
import { useMay } from '../session.tsx';

/** Reads the first 200 doors of the tenant by name, and the total. */
export function useDoors() {
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

/** Offline doors, and the number of all offline doors. */
interface OfflineDoors {
  doors: readonly Entity<'AccessPoint'>[];
  total: number;
}

/** Reads 200 offline doors, and all house doors among 200 more: they matter most in a large outage. */
async function loadOffline(): Promise<OfflineDoors> {
  const query = { online: false, limit: 200 };
  const [all, entrances] = await Promise.all([
    read(api.GET('/api/admin/access-points', { params: { query } })),
    read(api.GET('/api/admin/access-points', { params: { query: { ...query, kind: 'DOOR' } } })),
  ]);
  const rows = liveRows([...entrances.accessPoints, ...all.accessPoints]);
  return { doors: [...new Map(rows.map((door) => [door.id, door])).values()], total: all.total };
}

/** Reads the offline doors. Sends separate requests only if the tenant has more than 200 doors. */
export function useOfflineDoors(): { data: OfflineDoors | undefined; error: unknown } {
  const { data: all, error } = useDoors();
  const isWhole = all !== undefined && all.total <= all.doors.length;
  const asked = useQuery({
    queryKey: ['access-points', 'offline'],
    queryFn: loadOffline,
    enabled: all !== undefined && !isWhole,
  });
  if (!isWhole) return { data: asked.data, error: error ?? asked.error };
  const doors = all.doors.filter(({ online }) => online === false);
  return { data: { doors, total: doors.length }, error: null };
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
