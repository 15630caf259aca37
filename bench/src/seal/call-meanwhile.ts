import { callAtRate } from '../measure/call-at-rate.ts';
import type { LoadResult } from '../measure/load-result.ts';
import { percentile } from '../measure/percentile.ts';
import { adminRequest, freshLabels } from '../system/admin-api.ts';
import type { BenchSystem } from '../system/run-system.ts';

/** Figures of a few requests of one kind. */
export interface Calls {
  p50Ms: number;
  /** Medians of every second request, and of those between. */
  halvesP50Ms: readonly [number, number];
  statuses: LoadResult['statuses'];
}

/** Figures of a few requests a second. */
export interface Meanwhile {
  lists: Calls;
  creations: Calls;
}

const [listsPerSecond, creationsPerSecond] = [4, 2];

function summarizeCalls({ latenciesMs, statuses }: LoadResult): Calls {
  const half = (remainder: number): number =>
    percentile(
      latenciesMs.filter((_ms, index) => index % 2 === remainder),
      0.5,
    );
  return { p50Ms: percentile(latenciesMs, 0.5), halvesP50Ms: [half(0), half(1)], statuses };
}

/** Prepares a few requests a second, as people send them: lists of units, and creations. */
export function occasionalCalls(system: BenchSystem, propertyId: string) {
  const label = freshLabels('Occasional');
  const list = () => adminRequest(system, '/units?limit=50');
  const create = () => adminRequest(system, '/units', { propertyId, label: label() });
  /** Sends them until it is stopped. */
  return async (until: AbortSignal): Promise<Meanwhile> => {
    const [lists, creations] = await Promise.all([
      callAtRate({ perSecond: listsPerSecond, next: list, until }),
      callAtRate({ perSecond: creationsPerSecond, next: create, until }),
    ]);
    return { lists: summarizeCalls(lists), creations: summarizeCalls(creations) };
  };
}
