import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api } from '../api.ts';
import { PendingName } from '../parts/pending-name.tsx';
import { useMay } from '../session.tsx';

/** The name of a door with a link to its events; the id of a deleted door. */
export function DoorName({ id }: { id: string }): ReactNode {
  const may = useMay();
  const { data, isLoading } = useQuery({
    queryKey: ['access-points', 'one', id],
    queryFn: async () => {
      const params = { path: { id } };
      return (await read(api.GET('/api/admin/access-points/{id}', { params }))).accessPoint;
    },
    enabled: may('access-points:read'),
    staleTime: 60_000,
  });
  if (!data) return isLoading ? <PendingName /> : id;
  return (
    <Link to="/doors" search={{ open: id }}>
      {data.name}
    </Link>
  );
}
