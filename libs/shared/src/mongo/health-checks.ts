import mongoose, { type Connection } from 'mongoose';
import type { HealthCheck } from '../http/health.ts';
import { missingIndexes } from './indexes.ts';

async function ping(connection: Connection): Promise<void> {
  if (connection.readyState !== mongoose.ConnectionStates.connected) throw new Error('is not connected');
  await connection.db?.command({ ping: 1 }, { timeoutMS: 1500 });
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
      const missing = (await Promise.all(connections.map(missingIndexes))).flat();
      if (missing.length > 0) throw new Error(`missing: ${missing.join(', ')}. Run pas indexes apply.`);
    }),
  };
}
