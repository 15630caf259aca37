import { setTimeout as pause } from 'node:timers/promises';
import { callAtRate } from '../measure/call-at-rate.ts';
import type { LoadResult } from '../measure/load-result.ts';
import { percentile } from '../measure/percentile.ts';
import { adminRequest, freshLabels, makeProperty, type BenchProperty } from '../system/admin-api.ts';
import type { BenchSystem } from '../system/run-system.ts';
import { auditOf, markEvents, waitUntilSealed } from '../system/watch-events.ts';

/** How long it takes from a unit's creation to its sealed audit record, in milliseconds. */
export interface SealLatency {
  /** Properties that the units went into. */
  properties: number;
  /** What was asked for. */
  perSecond: number;
  load: Omit<LoadResult, 'latenciesMs'>;
  answerP50Ms: number;
  answerP99Ms: number;
  /** By the record's own times: from `occurredAt` to `recordedAt`. */
  sealedP50Ms: number;
  sealedP99Ms: number;
  /** Until somebody who reads the collection again and again has the record. */
  seenP50Ms: number;
  seenP99Ms: number;
}

export interface MeasureLatency {
  properties: number;
  perSecond: number;
  durationMs: number;
}

/** How often the collection is looked at. */
const lookMs = 20;

/** Reads a chain's new records again and again until told to stop, and notes when each was there to be read. */
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

/** Has units made at a steady rate, and measures how long each takes to be in the audit. */
export async function measureLatency(
  system: BenchSystem,
  { properties: count, perSecond, durationMs }: MeasureLatency,
): Promise<SealLatency> {
  const properties = await makeProperties(system, count);
  const tenantId = properties[0]?.tenantId ?? '';
  await waitUntilSealed(system, await markEvents(system, tenantId));
  const mark = await markEvents(system, tenantId);
  const label = freshLabels();
  let sent = 0;
  const next = () => {
    sent += 1;
    const propertyId = properties[sent % count]?.propertyId;
    return adminRequest(system, '/units', { propertyId, label: label() });
  };
  const allSealed = new AbortController();
  const watching = watchRecords(system, tenantId, mark.seq, allSealed.signal);
  const { latenciesMs, ...load } = await callAtRate({
    perSecond,
    next,
    until: AbortSignal.timeout(durationMs),
  });
  await waitUntilSealed(system, mark);
  allSealed.abort();
  const { sealedMs, seenMs } = await watching;
  const [answer, sealed, seen] = [latenciesMs, sealedMs, seenMs].map((figures) => ({
    p50: Math.round(percentile(figures, 0.5)),
    p99: Math.round(percentile(figures, 0.99)),
  }));
  return {
    properties: count,
    perSecond,
    load,
    answerP50Ms: answer?.p50 ?? NaN,
    answerP99Ms: answer?.p99 ?? NaN,
    sealedP50Ms: sealed?.p50 ?? NaN,
    sealedP99Ms: sealed?.p99 ?? NaN,
    seenP50Ms: seen?.p50 ?? NaN,
    seenP99Ms: seen?.p99 ?? NaN,
  };
}
