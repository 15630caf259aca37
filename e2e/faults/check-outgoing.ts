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

/** What a drill of outgoing webhooks has seen. */
export interface OutgoingReport {
  events: number;
  endpoints: number;
  deliveries: number;
  /** Deliveries that arrived more than once at an endpoint. */
  repeats: number;
  seconds: number;
}

/** Tries at one endpoint that a process has under way at once: a kill repeats no more than those. */
const maxAtOnce = 8;

/** What a killed sender had under way is due again after 45 seconds; the rest is for a busy machine. */
const settleMs = 3_600_000;

/** A drill of so many events and endpoints, in which the sender is killed so many times. */
export interface OutgoingDrill extends StormSize {
  kills: number;
}

const arrived = (receivers: readonly HookReceiver[]): number =>
  receivers.reduce((sum, { arrivals }) => sum + arrivals.size, 0);

/** Kills the sender at equal distances: of two kills, the first one when a third of the deliveries has arrived. */
async function killSender(
  drill: Drill,
  receivers: readonly HookReceiver[],
  { events, kills }: OutgoingDrill,
): Promise<void> {
  for (let kill = 1; kill <= kills; kill += 1) {
    const enough = Math.floor((events * receivers.length * kill) / (kills + 1));
    const isThere = (): boolean => arrived(receivers) >= enough;
    await waitUntil(isThere, { what: `${enough} deliveries`, timeoutMs: settleMs });
    await drill.kill('admin-workers');
    await drill.start('admin-workers');
  }
}

/** The tries at an endpoint by what became of them. */
async function outcomesOf({ database }: Drill, endpointId: string): Promise<Record<string, number>> {
  const groups = database
    .collection('webhook_attempts')
    .aggregate<{ _id: string; count: number }>([
      { $match: { endpointId } },
      { $group: { _id: { $ifNull: ['$error', '$status'] }, count: { $sum: 1 } } },
    ]);
  return Object.fromEntries((await groups.toArray()).map(({ _id, count }) => [_id, count]));
}

/** Nothing of the five bad endpoints is sent to anybody else, and their tries say what is wrong with them. */
async function expectRefusals(drill: Drill, { bad, target }: Endpoints): Promise<void> {
  const reasons = { slow: 'timeout', dead: 'connection_failed', redirecting: 'redirected' } as const;
  const expected = { ...reasons, private: 'private_address', lying: 'SUCCEEDED' } as const;
  for (const [kind, reason] of Object.entries(expected)) {
    const hasReason = async () => (await outcomesOf(drill, bad[kind as keyof typeof bad]))[reason];
    await waitUntil(hasReason, { what: `a try that is ${kind}`, timeoutMs: 60_000 });
    const outcomes = Object.keys(await outcomesOf(drill, bad[kind as keyof typeof bad]));
    expect(outcomes.filter((outcome) => outcome !== 'PENDING')).toEqual([reason]);
  }
  expect(target.arrivals.size + target.forged).toBe(0);
}

/** Each sound endpoint has every event, genuine, and the sender knows it. */
async function expectEveryEvent(
  drill: Drill,
  { sound, events, kills }: { sound: Endpoints['sound']; events: readonly string[]; kills: number },
): Promise<void> {
  for (const [id, { arrivals, forged }] of sound) {
    expect(forged).toBe(0);
    expect(new Set(arrivals.keys())).toEqual(new Set(events));
    const isRecorded = async () => (await outcomesOf(drill, id))['SUCCEEDED'] === events.length;
    await waitUntil(isRecorded, { what: 'the records', timeoutMs: settleMs, everyMs: 500 });
    expect(await outcomesOf(drill, id)).toEqual({ SUCCEEDED: events.length });
    const repeats = [...arrivals.values()].reduce((sum, times) => sum + times - 1, 0);
    expect(repeats).toBeLessThanOrEqual(kills * maxAtOnce);
    // One kill repeats a try once at most.
    expect(Math.max(...arrivals.values())).toBeLessThanOrEqual(kills + 1);
  }
}

/**
 * Sends events to sound endpoints and to five bad ones, kills the sender meanwhile, and expects every event at every
 * sound endpoint, repeated at most as often as the sender was killed.
 */
export async function expectEveryDelivery(drill: Drill, size: OutgoingDrill): Promise<OutgoingReport> {
  const startedAt = new Date();
  const endpoints = await registerEndpoints(drill, size);
  try {
    const receivers = [...endpoints.sound.values()];
    const expected = size.events * receivers.length;
    const creating = createInvites(drill, `outgoing-${startedAt.getTime()}`, size.events);
    await Promise.all([creating, killSender(drill, receivers, size)]);
    const isThere = (): boolean => arrived(receivers) >= expected;
    await waitUntil(isThere, { what: 'every event at every endpoint', timeoutMs: settleMs, everyMs: 250 });
    const events = await eventsSince(drill, startedAt);
    expect(events).toHaveLength(size.events);
    await expectEveryEvent(drill, { sound: endpoints.sound, events, kills: size.kills });
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
