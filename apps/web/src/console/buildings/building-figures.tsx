import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api, type Entity } from '../api.ts';
import { loadTogether } from '../list/load-together.ts';
import { Status } from '../parts/status.tsx';

interface BuildingProps {
  id: string;
}

/** Reads the figures of all buildings of a page by one request. */
const loadSummary = loadTogether<Entity<'PropertySummary'> & BuildingProps>(async (ids) => {
  const query = { ids, limit: 200 };
  const found = await read(api.GET('/api/admin/properties/summaries', { params: { query } }));
  return found.propertySummaries.map((summary) => ({ ...summary, id: summary.propertyId }));
});

const useSummary = (id: string) =>
  useQuery({
    queryKey: ['properties', 'summary', id],
    queryFn: () => loadSummary(id),
    staleTime: 30_000,
  });

/** Returns the text of a figure that is not there: still loading, or not available. */
const missing = (error: Error | null): string => (error ? '–' : '…');

/** The number of units of a building, and the share of occupied ones. */
export function UnitFigures({ id }: BuildingProps): ReactNode {
  const { data, error } = useSummary(id);
  if (!data) return missing(error);
  const { total, occupied } = data.units;
  if (total === 0) return 'No units';
  return `${total.toLocaleString('en')}, ${Math.round((100 * occupied) / total)} % occupied`;
}

/** The number of units that a visitor's call would ring; a link to the units that it would not. */
export function ReadyUnits({ id }: BuildingProps): ReactNode {
  const { data, error } = useSummary(id);
  if (!data) return missing(error);
  const { ready, units } = data;
  if (ready === null || units.total === 0) return '–';
  return (
    <Link to="/buildings/$id" params={{ id }} search={{ ask: 'ring' }}>
      {ready.toLocaleString('en')} of {units.total.toLocaleString('en')}
    </Link>
  );
}

/** The doors of a building, and how many are offline. */
export function DoorFigures({ id }: BuildingProps): ReactNode {
  const { data, error } = useSummary(id);
  if (!data) return missing(error);
  const { total, offline } = data.accessPoints;
  if (offline > 0) return <Status status="offline" label={`${offline} of ${total} offline`} />;
  return total === 0 ? 'No doors' : `${total.toLocaleString('en')}, none offline`;
}
