import { callAtRate } from '../measure/call-at-rate.ts';
import { percentile } from '../measure/percentile.ts';
import type { LoadResult } from '../measure/load-result.ts';
import { adminRequest, freshLabels } from '../system/admin-api.ts';
import type { BenchSystem } from '../system/run-system.ts';

/** What a few requests a second found. */
export interface Meanwhile {
  getP50Ms: number;
  postP50Ms: number;
  getStatuses: LoadResult['statuses'];
  postStatuses: LoadResult['statuses'];
}

const [getsPerSecond, postsPerSecond] = [4, 2];

/** Prepares a few requests a second, as people send them: lists of units, and creations. */
export function occasionalCalls(system: BenchSystem, propertyId: string) {
  const label = freshLabels('Occasional');
  const list = () => adminRequest(system, '/units?limit=50');
  const create = () => adminRequest(system, '/units', { propertyId, label: label() });
  /** Sends them until told to stop. */
  return async (until: AbortSignal): Promise<Meanwhile> => {
    const [gets, posts] = await Promise.all([
      callAtRate({ perSecond: getsPerSecond, next: list, until }),
      callAtRate({ perSecond: postsPerSecond, next: create, until }),
    ]);
    return {
      getP50Ms: percentile(gets.latenciesMs, 0.5),
      postP50Ms: percentile(posts.latenciesMs, 0.5),
      getStatuses: gets.statuses,
      postStatuses: posts.statuses,
    };
  };
}
