import { setTimeout as pause } from 'node:timers/promises';
import type { Problem } from '@pas/platform/http/render-error';
import { waitUntil } from '@pas/testing/wait-until';
import type { HttpAnswer } from '../client/http-call.ts';
import type { Drill } from './drill.ts';

interface Made {
  property: { id: string };
}

type Answer = HttpAnswer<Made & Partial<Problem>>;

const backOffMs = 100;
const patienceMs = 60_000;

/** Sends a creation under a key; what it makes bears the key's name. */
export const postKeyed = async ({ manager }: Drill, key: string): Promise<Answer> =>
  manager.call('/properties', { body: { name: key }, headers: { 'idempotency-key': key } });

/** How many properties of that name there are, and how many records of their making. */
export async function countEffects({ database }: Drill, name: string): Promise<number> {
  return database.collection('properties').countDocuments({ name });
}

/** What came of a request that was sent under one key until it was done. */
export interface KeyedWork {
  key: string;
  /** How long it took from the start of its first try, in milliseconds. */
  tookMs: number;
  /** Whether it has met its key in the hands of another try. */
  wasHeld: boolean;
  /** What a client under one key can't be expected to live with. */
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
  await waitUntil(isDone, { what: `${key} to be done`, timeoutMs: patienceMs });
  work.tookMs = Math.round(performance.now() - start);
  return work;
}

/**
 * Kills a replica in the middle of bursts of keyed requests, and has the clients insist meanwhile. The store frees the keys
 * of a dead process at once, and the gateway sends its requests to the other replica, so that a client seldom meets a key
 * in the hands of the dead: five bursts are the most that are waited for it.
 *
 * @throws Error when a kill came after the last request of its burst was done
 */
export async function killHolder(drill: Drill, name: string): Promise<KeyedWork[]> {
  const all: KeyedWork[] = [];
  for (let burst = 1; burst <= 5 && !all.some(({ wasHeld }) => wasHeld); burst += 1) {
    let done = 0;
    const keys = Array.from({ length: 60 }, (_, index) => `${name} ${burst}-${index}`);
    const working = keys.map(async (key) => insist(drill, key).finally(() => (done += 1)));
    await Promise.race(working);
    const before = done;
    await drill.kill('admin-1');
    if (before === keys.length) throw new Error('Every request was done before the process was killed.');
    all.push(...(await Promise.all(working)));
    await drill.start('admin-1');
  }
  return all;
}
