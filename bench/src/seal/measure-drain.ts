import { setTimeout as pause } from 'node:timers/promises';
import { makeProperty } from '../system/admin-api.ts';
import type { BenchSystem } from '../system/run-system.ts';
import { auditOf, outboxOf } from '../system/watch-events.ts';
import { occasionalCalls, type Meanwhile } from './call-meanwhile.ts';
import { fillOutbox, type Backlog } from './fill-outbox.ts';

/** Figures of the backlog after an outage of NATS. */
export interface Drain {
  events: number;
  tenants: number;
  /** From the first event published to the last one published. */
  published: { rows: number; seconds: number; perSecond: number };
  /** From the first event published to the last record sealed. */
  sealed: { rows: number; seconds: number; perSecond: number };
  /** From the start of NATS until both were done, or until the wait ended. */
  elapsedSeconds: number;
  isComplete: boolean;
  /** Requests before the outage, and during the backlog. */
  quiet: Meanwhile;
  meanwhile: Meanwhile;
}

export interface MeasureDrain {
  events: number;
  tenants: number;
  /** Duration of the requests before the outage, and of their warm-up. */
  quietMs: number;
}

const lookMs = 1000;
const patienceMs = 20 * 60_000;

const span = ({ firstId, lastId }: Backlog) => ({ $gte: firstId, $lte: lastId });

async function isWorkedOff(system: BenchSystem, backlog: Backlog): Promise<boolean> {
  const waiting = { environment: 'DEV', state: 'new', _id: span(backlog) };
  if ((await outboxOf(system).findOne(waiting, { projection: { _id: 1 } })) !== null) return false;
  const newest = backlog.tenantIds.map((tenantId) =>
    auditOf(system).findOne({ tenantId }, { sort: { seq: -1 }, projection: { seq: 1 } }),
  );
  const records = await Promise.all(newest);
  return records.reduce((total, record) => total + (record?.seq ?? 0), 0) >= backlog.events;
}

interface Moments {
  rows: number;
  first: Date | null;
  last: Date | null;
}

const noMoments: Moments = { rows: 0, first: null, last: null };

async function publishedOf(system: BenchSystem, backlog: Backlog): Promise<Moments> {
  const [found] = await outboxOf(system)
    .aggregate<Moments>([
      { $match: { _id: span(backlog), state: 'sent' } },
      { $group: { _id: null, rows: { $sum: 1 }, first: { $min: '$sentAt' }, last: { $max: '$sentAt' } } },
    ])
    .toArray();
  return found ?? noMoments;
}

async function sealedOf(system: BenchSystem, backlog: Backlog): Promise<Moments> {
  const stamps = { first: { $min: '$recordedAt' }, last: { $max: '$recordedAt' } };
  const [found] = await auditOf(system)
    .aggregate<Moments>([
      { $match: { eventId: span(backlog) } },
      { $group: { _id: null, rows: { $sum: 1 }, ...stamps } },
    ])
    .toArray();
  return found ?? noMoments;
}

/** Returns rows a second from the first event published on. */
function rateOf({ rows, last }: Moments, from: Date | null): Drain['published'] {
  // The events of one batch have one time; the store's clock has a resolution of a millisecond.
  const seconds = from && last ? Math.max(1, last.getTime() - from.getTime()) / 1000 : NaN;
  return { rows, seconds, perSecond: rows / seconds };
}

/** Waits for the end of a backlog; false when that takes too long. */
async function waitUntilWorkedOff(system: BenchSystem, backlog: Backlog): Promise<boolean> {
  const deadline = Date.now() + patienceMs;
  while (Date.now() < deadline) {
    if (await isWorkedOff(system, backlog)) return true;
    await pause(lookMs);
  }
  return false;
}

/**
 * Stops NATS, collects events, restarts NATS, and measures the time until all events are published and
 * sealed.
 */
export async function measureDrain(
  system: BenchSystem,
  { events, tenants, quietMs }: MeasureDrain,
): Promise<Drain> {
  const { propertyId } = await makeProperty(system, 'Drained View');
  const call = occasionalCalls(system, propertyId);
  // Earlier measurements still cause work, mostly in mongod.
  await call(AbortSignal.timeout(quietMs));
  const quiet = await call(AbortSignal.timeout(quietMs));
  const nats = system.fleet.get('nats-server');
  await nats.stop();
  const backlog = await fillOutbox(system, { events, tenants });
  const startedAt = performance.now();
  await nats.start();
  const workedOff = new AbortController();
  const calling = call(workedOff.signal);
  const isComplete = await waitUntilWorkedOff(system, backlog);
  const elapsedSeconds = (performance.now() - startedAt) / 1000;
  workedOff.abort();
  const meanwhile = await calling;
  const published = await publishedOf(system, backlog);
  return {
    events,
    tenants,
    published: rateOf(published, published.first),
    sealed: rateOf(await sealedOf(system, backlog), published.first),
    elapsedSeconds,
    isComplete,
    quiet,
    meanwhile,
  };
}
