import { useQuery } from '@tanstack/react-query';
import { read } from '../../api/problem.ts';
import { api, liveRows } from '../api.ts';
import { useMay } from '../session.tsx';
import { loadTogether } from './load-together.ts';

/** Reads the first 200 buildings of the tenant by name, and the total. */
export function useProperties() {
  const may = useMay();
  return useQuery({
    queryKey: ['properties', 'all'],
    queryFn: () =>
      read(api.GET('/api/admin/properties', { params: { query: { limit: 200, sort: 'name' } } })),
    enabled: may('properties:read'),
    staleTime: 60_000,
    select: ({ properties, total }) => ({ properties: liveRows(properties), total }),
  });
}

const loadProperty = loadTogether(async (ids) => {
  const query = { ids, limit: 200 };
  return liveRows((await read(api.GET('/api/admin/properties', { params: { query } }))).properties);
});

/** The query of one building by its id. Queries of the same moment share one request. */
export const propertyQuery = (id: string) => ({
  queryKey: ['properties', 'one', id],
  queryFn: () => loadProperty(id),
  staleTime: 600_000,
});

/** Reads one building by its id. Sends a request only if it is not among the first 200. */
export function useProperty(id: string | null) {
  const may = useMay();
  const { data: first, isPending } = useProperties();
  const listed = first?.properties.find((property) => property.id === id);
  const asked = useQuery({
    ...propertyQuery(id ?? ''),
    enabled: may('properties:read') && id !== null && !isPending && listed === undefined,
  });
  return { data: listed ?? asked.data, error: asked.error };
}
