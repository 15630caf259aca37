import { setTimeout as pause } from 'node:timers/promises';
import { callAtRate } from '../measure/call-at-rate.ts';
import type { LoadResult } from '../measure/load-result.ts';
import { latencyOf, type Latency } from '../measure/percentile.ts';
import { adminRequest, freshLabels, makeProperty, type BenchProperty } from '../system/admin-api.ts';
import type { BenchSystem } from '../system/run-system.ts';
import { auditOf, markEvents, waitUntilSealed } from '../system/watch-events.ts';

/** Delay from a unit's creation to its sealed audit record, in milliseconds. */
export interface SealLatency {
  /** Number of properties of the units. */
  properties: number;
  /** The requested rate. */
  perSecond: number;
  load: Omit<LoadResult, 'latenciesMs'>;
  /** Until the answer. */
  answered: Latency;
  /** By the record's own times: from `occurredAt` to `recordedAt`. */
  sealed: Latency;
  /** Until a polling reader of the collection has the record. */
  seen: Latency;
}

export interface MeasureLatency {
  properties: number;
  perSecond: number;
  durationMs: number;
}

/** Interval of the polls of the collection. */
const lookMs = 20;

/** Polls a chain's new records until it is stopped, and records the time of each. */
async function watchRecords(system: BenchSystem, tenantId: string, from: number, until: AbortSignal) {
  const sealedMs: number[] = [];
  const seenMs: number[] = [];
  let seq = from;
  while (!until.aborted) {
    const records = await auditOf(system)
      .find({ tenantId, seq: { $gt: seq } }, { projection: { seq: 1, occurredAt: 1, recordedAt: 1 } })
      .sort({ seq: 1 })
      .toArray();
    const now = Date.now();
    for (const { occurredAt, recordedAt } of records) {
      sealedMs.push(recordedAt.getTime() - occurredAt.getTime());
      seenMs.push(now - occurredAt.getTime());
    }
    seq = records.at(-1)?.seq ?? seq;
    await pause(lookMs);
  }
  return { sealedMs, seenMs };
}

async function makeProperties(system: BenchSystem, count: number): Promise<BenchProperty[]> {
  const made: BenchProperty[] = [];
  while (made.length < count) made.push(await makeProperty(system, `Harbor View ${count}/${made.length}`));
  return made;
}

/** Makes requests that create units, in each property after the other. */
function creations(system: BenchSystem, properties: readonly BenchProperty[]) {
  const label = freshLabels();
  let made = 0;
  return () => {
    made += 1;
    const propertyId = properties[made % properties.length]?.propertyId;
    return adminRequest(system, '/units', { propertyId, label: label() });
  };
}

/** Creates units at a steady rate, and measures the delay of each until its audit record. */
export async function measureLatency(
  system: BenchSystem,
  { properties: count, perSecond, durationMs }: MeasureLatency,
): Promise<SealLatency> {
  const properties = await makeProperties(system, count);
  const tenantId = properties[0]?.tenantId ?? '';
  await waitUntilSealed(system, await markEvents(system, tenantId), 0);
  const mark = await markEvents(system, tenantId);
  const next = creations(system, properties);
  const allSealed = new AbortController();
  const watching = watchRecords(system, tenantId, mark.seq, allSealed.signal);
  const until = AbortSignal.timeout(durationMs);
  const { latenciesMs, ...load } = await callAtRate({ perSecond, next, until });
  await waitUntilSealed(system, mark, load.succeeded);
  allSealed.abort();
  const { sealedMs, seenMs } = await watching;
  return {
    properties: count,
    perSecond,
    load,
    answered: latencyOf(latenciesMs),
    sealed: latencyOf(sealedMs),
    seen: latencyOf(seenMs),
  };
}
