import { setTimeout as pause } from 'node:timers/promises';
import type { Problem } from '@pas/platform/http/render-error';
import { drillSize } from '@pas/testing/drill-size';
import { waitUntil } from '@pas/testing/wait-until';
import type { HttpAnswer } from '../client/http-call.ts';
import type { Drill } from './drill.ts';

interface CreatedProperty {
  property: { id: string };
}

type Answer = HttpAnswer<CreatedProperty & Partial<Problem>>;

const backOffMs = 100;

/** Creates a property under a key; the key is also its name. */
export const postKeyed = async ({ manager }: Drill, key: string): Promise<Answer> =>
  manager.call('/properties', { body: { name: key }, headers: { 'idempotency-key': key } });

/** Counts the properties of a name. */
export async function countEffects({ database }: Drill, name: string): Promise<number> {
  return database.collection('properties').countDocuments({ name });
}

/** Outcome of a request that was repeated under one key until it was done. */
export interface KeyedWork {
  key: string;
  /** Time since the start of the first try, in milliseconds. */
  tookMs: number;
  /** Whether another try held the key at some moment. */
  wasHeld: boolean;
  /** Answers that a client with a key cannot handle. */
  surprises: string[];
}

async function insist(drill: Drill, key: string): Promise<KeyedWork> {
  const start = performance.now();
  const work: KeyedWork = { key, tookMs: 0, wasHeld: false, surprises: [] };
  const isDone = async (): Promise<boolean> => {
    const answer = await postKeyed(drill, key).catch(() => null);
    if (answer?.status === 201) return true;
    if (answer?.body.code === 'idempotency_in_progress') work.wasHeld = true;
    else if (answer && ![502, 503].includes(answer.status)) work.surprises.push(answer.text);
    await pause(backOffMs);
    return false;
  };
  await waitUntil(isDone, { what: `${key} to be done` });
  work.tookMs = Math.round(performance.now() - start);
  return work;
}

/**
 * Kills a replica within bursts of keyed requests, which the clients repeat. The store frees the keys of a
 * dead process immediately, and the gateway uses the other replica. So a client rarely meets such a key,
 * and the long drill tries up to five bursts.
 *
 * @throws Error if a kill came after the last request of its burst
 */
export async function killHolder(drill: Drill, name: string): Promise<KeyedWork[]> {
  const all: KeyedWork[] = [];
  const bursts = drillSize({ short: 1, long: 5 });
  for (let burst = 1; burst <= bursts && !all.some(({ wasHeld }) => wasHeld); burst += 1) {
    let done = 0;
    const keys = Array.from({ length: 60 }, (_, index) => `${name} ${burst}-${index}`);
    const working = keys.map(async (key) => insist(drill, key).finally(() => (done += 1)));
    await Promise.race(working);
    const before = done;
    await drill.kill('admin-1');
    if (before === keys.length) throw new Error('The kill came after the last request of the burst.');
    all.push(...(await Promise.all(working)));
    await drill.start('admin-1');
  }
  return all;
}
