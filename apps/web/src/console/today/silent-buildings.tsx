import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api, type Entity } from '../api.ts';
import { useProperties } from '../list/use-properties.ts';
import { countOf } from '../parts/count-of.ts';
import { AttentionItem, shown } from './attention-item.tsx';
import { useSeen } from './use-seen.ts';

/** Most buildings that Today checks, because the service reads the people of each of them. */
const mostAsked = 20;
const staleMs = 300_000;

type Property = Entity<'Property'>;

interface SilentBuilding {
  property: Property;
  readiness: Entity<'PropertyReadiness'>;
}

interface Answer {
  found: SilentBuilding[];
  /** Number of checked buildings. */
  asked: number;
}

/** Returns the buildings with units that calls do not ring, or whose units the summaries leave uncounted. */
async function findUnready(properties: readonly Property[]): Promise<Property[]> {
  if (properties.length === 0) return [];
  const query = { ids: properties.map(({ id }) => id).join(','), limit: mostAsked };
  const { propertySummaries } = await read(api.GET('/api/admin/properties/summaries', { params: { query } }));
  const ready = propertySummaries.filter((summary) => summary.ready === summary.units.total);
  const ids = new Set(ready.map(({ propertyId }) => propertyId));
  return properties.filter(({ id }) => !ids.has(id));
}

/**
 * Reads the causes of one building after the other, so that at most one such request runs. Stops once the list is full.
 */
async function findSilent(properties: readonly Property[]): Promise<Answer> {
  const found: SilentBuilding[] = [];
  const checked = properties.slice(0, mostAsked);
  for (const property of await findUnready(checked)) {
    if (found.length === shown) break;
    const params = { path: { id: property.id }, query: { limit: 1 } };
    const { readiness } = await read(api.GET('/api/admin/properties/{id}/readiness', { params }));
    if (readiness.total > 0) found.push({ property, readiness });
  }
  return { found: found.toSorted((a, b) => b.readiness.total - a.readiness.total), asked: checked.length };
}

/** Returns the most frequent problem of a building's units. */
function commonest({ causes }: SilentBuilding['readiness']): string {
  const [most] = causes;
  return most ? ` ${most.checks[0]?.message ?? ''}` : '';
}

/** The buildings with units that calls do not ring. */
export function SilentBuildings(): ReactNode {
  const { data: known, error: fault } = useProperties();
  const seen = useSeen();
  const isCut = known !== undefined && known.total > known.properties.length;
  const active = (known?.properties ?? []).filter(({ status }) => status === 'ACTIVE');
  const { data, error } = useQuery({
    queryKey: ['today', 'silent', active.slice(0, mostAsked).map(({ id }) => id)],
    queryFn: () => findSilent(active),
    enabled: known !== undefined && seen.isSeen,
    staleTime: staleMs,
  });
  return (
    <AttentionItem
      seen={seen}
      title="Unreachable units"
      fine="No unreachable units."
      asked={{ data: data && { rows: data.found, total: data.found.length }, error: error ?? fault }}
      keyOf={({ property: { id } }) => id}
      linkOf={({ property: { id, name } }) => (
        <Link to="/buildings/$id" params={{ id }} search={{ ask: 'ring' }}>
          {name}
        </Link>
      )}
      noteOf={({ readiness }) =>
        `${readiness.total} of ${countOf(readiness.units, 'unit')}.${commonest(readiness)}`
      }
      more={
        data !== undefined &&
        (data.asked < active.length || isCut) && (
          <Link to="/buildings">Only the first {data.asked} buildings are checked here. View all</Link>
        )
      }
    />
  );
}
