import { waitUntil } from '@pas/testing/wait-until';
import { expect } from 'vitest';
import type { HookReceiver } from '../client/hook-receiver.ts';
import type { Drill } from './drill.ts';
import {
  createInvites,
  eventsSince,
  registerEndpoints,
  type Endpoints,
  type StormSize,
} from './outgoing-storm.ts';

/** Results of a drill of outgoing webhooks. */
export interface OutgoingReport {
  events: number;
  endpoints: number;
  deliveries: number;
  /** Deliveries that arrived more than once at an endpoint. */
  repeats: number;
  seconds: number;
}

/** Concurrent tries of a process at one endpoint: a kill repeats at most these. */
const maxAtOnce = 8;

/** Tries of a killed sender are due again after 45 seconds; the limit adds time for a busy machine. */
const deliveryTimeoutMs = 3_600_000;

/** Size of a drill, with the number of kills of the sender. */
export interface OutgoingDrill extends StormSize {
  kills: number;
}

const arrived = (receivers: readonly HookReceiver[]): number =>
  receivers.reduce((sum, { arrivals }) => sum + arrivals.size, 0);

/** Kills the sender at equal intervals: with two kills, the first comes after a third of the deliveries. */
async function killSender(
  drill: Drill,
  receivers: readonly HookReceiver[],
  { events, kills }: OutgoingDrill,
): Promise<void> {
  for (let kill = 1; kill <= kills; kill += 1) {
    const enough = Math.floor((events * receivers.length * kill) / (kills + 1));
    const haveArrived = (): boolean => arrived(receivers) >= enough;
    await waitUntil(haveArrived, { what: `${enough} deliveries`, timeoutMs: deliveryTimeoutMs });
    await drill.kill('admin-workers');
    await drill.start('admin-workers');
  }
}

/** Counts the tries at an endpoint by outcome. */
async function outcomesOf({ database }: Drill, endpointId: string): Promise<Record<string, number>> {
  const groups = database
    .collection('webhook_attempts')
    .aggregate<{ _id: string; count: number }>([
      { $match: { endpointId } },
      { $group: { _id: { $ifNull: ['$error', '$status'] }, count: { $sum: 1 } } },
    ]);
  return Object.fromEntries((await groups.toArray()).map(({ _id, count }) => [_id, count]));
}

/**
 * Expects that the tries at the five bad endpoints record the right reason, and that nothing reaches a
 * redirect's target.
 */
async function expectRefusals(drill: Drill, { bad, target }: Endpoints): Promise<void> {
  const reasons = { slow: 'timeout', dead: 'connection_failed', redirecting: 'redirected' } as const;
  const expected = { ...reasons, private: 'private_address', lying: 'SUCCEEDED' } as const;
  for (const [kind, reason] of Object.entries(expected)) {
    const hasReason = async () => (await outcomesOf(drill, bad[kind as keyof typeof bad]))[reason];
    await waitUntil(hasReason, { what: `a try that is ${kind}` });
    const outcomes = Object.keys(await outcomesOf(drill, bad[kind as keyof typeof bad]));
    expect(outcomes.filter((outcome) => outcome !== 'PENDING')).toEqual([reason]);
  }
  expect(target.arrivals.size + target.forged).toBe(0);
}

/**
 * Expects that each working endpoint has every event with a valid signature, and that the sender has recorded
 * it.
 */
async function expectEveryEvent(
  drill: Drill,
  { working, events, kills }: { working: Endpoints['working']; events: readonly string[]; kills: number },
): Promise<void> {
  for (const [id, { arrivals, forged }] of working) {
    expect(forged).toBe(0);
    expect(new Set(arrivals.keys())).toEqual(new Set(events));
    const isRecorded = async () => (await outcomesOf(drill, id))['SUCCEEDED'] === events.length;
    await waitUntil(isRecorded, { what: 'the records', timeoutMs: deliveryTimeoutMs, everyMs: 500 });
    expect(await outcomesOf(drill, id)).toEqual({ SUCCEEDED: events.length });
    const repeats = [...arrivals.values()].reduce((sum, times) => sum + times - 1, 0);
    expect(repeats).toBeLessThanOrEqual(kills * maxAtOnce);
    // One kill repeats a try at most once.
    expect(Math.max(...arrivals.values())).toBeLessThanOrEqual(kills + 1);
  }
}

/**
 * Sends events to working and bad endpoints, and kills the sender meanwhile. Expects every event at every working
 * endpoint, with at most one repetition for each kill.
 */
export async function expectEveryDelivery(drill: Drill, size: OutgoingDrill): Promise<OutgoingReport> {
  const startedAt = new Date();
  const endpoints = await registerEndpoints(drill, size);
  try {
    const receivers = [...endpoints.working.values()];
    const expected = size.events * receivers.length;
    const creating = createInvites(drill, `outgoing-${startedAt.getTime()}`, size.events);
    await Promise.all([creating, killSender(drill, receivers, size)]);
    const haveArrived = (): boolean => arrived(receivers) >= expected;
    await waitUntil(haveArrived, {
      what: 'every event at every endpoint',
      timeoutMs: deliveryTimeoutMs,
      everyMs: 250,
    });
    const events = await eventsSince(drill, startedAt);
    expect(events).toHaveLength(size.events);
    await expectEveryEvent(drill, { working: endpoints.working, events, kills: size.kills });
    await expectRefusals(drill, endpoints);
    const all = receivers.flatMap(({ arrivals }) => [...arrivals.values()]);
    return {
      events: events.length,
      endpoints: receivers.length + Object.keys(endpoints.bad).length,
      deliveries: all.length,
      repeats: all.reduce((sum, times) => sum + times - 1, 0),
      seconds: Math.round((Date.now() - startedAt.getTime()) / 1000),
    };
  } finally {
    await endpoints.remove();
  }
}
