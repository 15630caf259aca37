import { waitUntil } from '@pas/testing/wait-until';
import { callAtRate } from '../measure/call-at-rate.ts';
import { perUnit, sum } from '../measure/cpu-times.ts';
import type { LoadResult } from '../measure/load-result.ts';
import { latencyOf, type Latency } from '../measure/percentile.ts';
import type { BenchRequest } from '../measure/send-request.ts';
import { startMeter, withoutIdle, type MeterSubjects, type Usage } from '../measure/usage.ts';
import type { BenchSystem } from '../system/run-system.ts';
import { isReceiptWaiting } from '../system/watch-events.ts';

/** Receiver of the webhooks: the system, or the plain program beside it. */
export type Receiver = 'system' | 'plain receiver';

/** Figures of a flood of webhooks. */
export interface Acknowledgements extends Latency {
  receiver: Receiver;
  /** The requested rate. */
  perSecond: number;
  /** The rate that was sent. */
  sentPerSecond: number;
  statuses: LoadResult['statuses'];
  /** From the last acknowledgement until the last receipt is processed, in milliseconds. */
  backlogMs: number;
  /** Processor time for each webhook by process, until it is processed, in milliseconds. */
  cpuMs: Record<string, number>;
  /** Commands to mongod for each webhook. */
  commands: Record<string, number>;
}

export interface Flood {
  system: BenchSystem;
  metered: MeterSubjects;
  idle: Usage;
}

const maxBacklogMs = 300_000;

/** Waits until every received webhook is processed. */
export async function waitUntilProcessed(system: BenchSystem): Promise<void> {
  const isProcessed = async (): Promise<boolean> => !(await isReceiptWaiting(system));
  await waitUntil(isProcessed, {
    what: 'the receipts to be processed',
    timeoutMs: maxBacklogMs,
    everyMs: 250,
  });
}

/** Sends webhooks at a rate, and waits until they are processed. */
export async function measureAcknowledgements(
  { system, metered, idle }: Flood,
  asked: { receiver: Receiver; perSecond: number; durationMs: number; next: () => BenchRequest },
): Promise<Acknowledgements> {
  const { receiver, perSecond, durationMs, next } = asked;
  const endMeter = await startMeter(metered);
  const load = await callAtRate({ perSecond, next, until: AbortSignal.timeout(durationMs) });
  const answeredAt = performance.now();
  await waitUntilProcessed(system);
  const backlogMs = performance.now() - answeredAt;
  const { cpuMs, commands } = withoutIdle(await endMeter(), idle);
  const { latenciesMs, statuses, succeeded } = load;
  const count = Math.max(1, succeeded);
  return {
    receiver,
    perSecond,
    sentPerSecond: Math.round((1000 * sum(statuses)) / load.elapsedMs),
    statuses,
    ...latencyOf(latenciesMs),
    backlogMs: Math.round(backlogMs),
    cpuMs: perUnit(cpuMs, count),
    commands: perUnit(commands, count),
  };
}
