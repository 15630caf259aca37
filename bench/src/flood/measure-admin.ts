import { callAtRate } from '../measure/call-at-rate.ts';
import { callClosedLoop } from '../measure/call-closed-loop.ts';
import type { LoadResult } from '../measure/load-result.ts';
import { latencyOf, type Latency } from '../measure/percentile.ts';
import type { BenchRequest } from '../measure/send-request.ts';
import { adminRequest } from '../system/admin-api.ts';
import type { BenchSystem } from '../system/run-system.ts';
import { waitUntilProcessed } from './measure-acknowledgements.ts';

/** Figures of some requests. */
export interface RequestFigures extends Latency {
  statuses: LoadResult['statuses'];
}

/** Mutual influence of the Admin API and the webhooks. */
export interface Isolation {
  /** Lists of the Admin API: twice without other callers, and under a flood of webhooks. */
  idle: RequestFigures;
  idleAgain: RequestFigures;
  underFlood: RequestFigures;
  /** Result of that flood. */
  flood: RequestFigures;
  /** Webhooks while callers of the Admin API send at full rate. */
  underAdminFlood: RequestFigures;
}

export interface MeasureIsolation {
  next: () => BenchRequest;
  webhooksPerSecond: number;
  durationMs: number;
}

const listsPerSecond = 20;
const adminCallers = 16;
const webhooksMeanwhile = 30;

const summarize = ({ latenciesMs, statuses }: LoadResult): RequestFigures => ({
  statuses,
  ...latencyOf(latenciesMs),
});

/** Measures lists of the Admin API during a flood of webhooks, and webhooks during a flood of lists. */
export async function measureIsolation(
  system: BenchSystem,
  { next, webhooksPerSecond, durationMs }: MeasureIsolation,
): Promise<Isolation> {
  const list = (): BenchRequest => adminRequest(system, '/units?limit=50');
  const timer = () => AbortSignal.timeout(durationMs);
  const lists = () => callAtRate({ perSecond: listsPerSecond, next: list, until: timer() });
  const [warmUp, idle] = [await lists(), await lists()];
  const [flood, underFlood] = await Promise.all([
    callAtRate({ perSecond: webhooksPerSecond, next, until: timer() }),
    lists(),
  ]);
  await waitUntilProcessed(system);
  const idleAgain = warmUp.succeeded > 0 ? await lists() : idle;
  const [underAdminFlood] = await Promise.all([
    callAtRate({ perSecond: webhooksMeanwhile, next, until: timer() }),
    callClosedLoop({ callers: adminCallers, durationMs, next: list }),
  ]);
  return {
    idle: summarize(idle),
    idleAgain: summarize(idleAgain),
    underFlood: summarize(underFlood),
    flood: summarize(flood),
    underAdminFlood: summarize(underAdminFlood),
  };
}
