import type mongoose from 'mongoose';
import { subtract } from './cpu-times.ts';

/** What a mongod has counted since its start. */
export interface ServerCounters {
  /** Commands by name: `find`, `getMore` and so on. */
  commands: Readonly<Record<string, number>>;
  /** Transactions that were rolled back, and those that were committed. */
  aborted: number;
  committed: number;
}

/** The part of the answer to `serverStatus` that is read here. */
export interface ServerStatus {
  metrics: { commands: Readonly<Record<string, unknown>> };
  transactions?: { totalAborted?: number; totalCommitted?: number };
}

/** The driver gives counters as numbers; those of some servers are 64-bit integers of its own type. */
const toNumber = (counter: unknown): number => Number(counter ?? 0);

function totalOf(command: unknown): number {
  const isCounted = typeof command === 'object' && command !== null && 'total' in command;
  return isCounted ? toNumber(command.total) : 0;
}

/** Takes the counters from an answer to `serverStatus`; commands that were never sent are left out. */
export function parseServerStatus({ metrics, transactions }: ServerStatus): ServerCounters {
  const totals = Object.entries(metrics.commands).map(([name, command]) => [name, totalOf(command)] as const);
  return {
    commands: Object.fromEntries(totals.filter(([, total]) => total > 0)),
    aborted: toNumber(transactions?.totalAborted),
    committed: toNumber(transactions?.totalCommitted),
  };
}

/** Asks a mongod for its counters. The question itself is one more command of its kind. */
export async function readServerCounters(client: mongoose.mongo.MongoClient): Promise<ServerCounters> {
  const status = await client.db('admin').command({ serverStatus: 1 });
  return parseServerStatus(status as unknown as ServerStatus);
}

/** What was counted between two readings. */
export function countersSince(after: ServerCounters, before: ServerCounters): ServerCounters {
  return {
    commands: subtract(after.commands, before.commands),
    aborted: after.aborted - before.aborted,
    committed: after.committed - before.committed,
  };
}
