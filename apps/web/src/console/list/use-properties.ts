import { useQuery } from '@tanstack/react-query';
import { read } from '../../api/problem.ts';
import { api, liveRows } from '../api.ts';
import { useMay } from '../session.tsx';

/** The buildings of the tenant, by name; the first 200. */
export function useProperties() {
  const may = useMay();
  return useQuery({
    queryKey: ['properties', 'all'],
    queryFn: () =>
      read(api.GET('/api/admin/properties', { params: { query: { limit: 200, sort: 'name' } } })),
    enabled: may('properties:read'),
    staleTime: 60_000,
    select: ({ properties }) => liveRows(properties),
  });
}

/** The name of a building by its id; the id while it is not known. */
export function usePropertyName(): (id: string | null) => string {
  const { data = [] } = useProperties();
  return (id) => data.find((property) => property.id === id)?.name ?? id ?? '–';
}
