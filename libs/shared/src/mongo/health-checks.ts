import mongoose, { type Connection } from 'mongoose';
import type { HealthCheck } from '../http/health.ts';
import { missingIndexes } from './indexes.ts';

/** Puts words of our own in the place of the driver's, which name hosts: anybody may read `/readyz`. */
async function orElse<T>(words: string, ask: Promise<T> | undefined): Promise<T | undefined> {
  try {
    return await ask;
  } catch (cause) {
    throw new Error(words, { cause });
  }
}

async function ping({ readyState, db }: Connection): Promise<void> {
  if (readyState !== mongoose.ConnectionStates.connected) throw new Error('is not connected');
  await orElse('does not answer', db?.command({ ping: 1 }, { timeoutMS: 1500 }));
}

/** Whether a database answers; a process that can't reach its data can't serve. */
export function mongoCheck(name: string, connection: Connection): HealthCheck {
  return { name, isCritical: true, check: () => ping(connection) };
}

/** Several gateways ask each replica every second, and an index list costs a command per collection. */
const indexesFreshMs = 3000;

/** Asks at most once in `ms` milliseconds; whoever asks meanwhile gets the same answer. */
function atMostEvery<T>(ms: number, ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | null = null;
  let askedAt = 0;
  return () => {
    if (answer === null || Date.now() - askedAt >= ms) {
      answer = ask();
      askedAt = Date.now();
    }
    return answer;
  };
}

/** Whether every declared index exists: without it a list scans, or a unique rule doesn't hold. */
export function indexCheck(connections: readonly Connection[]): HealthCheck {
  return {
    name: 'indexes',
    isCritical: true,
    check: atMostEvery(indexesFreshMs, async () => {
      const lists = await orElse('can’t be read', Promise.all(connections.map(missingIndexes)));
      const missing = lists?.flat() ?? [];
      if (missing.length > 0) throw new Error(`missing: ${missing.join(', ')}. Run pas indexes apply.`);
    }),
  };
}
