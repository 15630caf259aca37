import type mongoose from 'mongoose';
import { subtract } from './cpu-times.ts';

/** Counters of a mongod since its start. */
export interface ServerCounters {
  /** Commands by name: `find`, `getMore` and so on. */
  commands: Readonly<Record<string, number>>;
  /** Transactions that were rolled back, and those that were committed. */
  aborted: number;
  committed: number;
}

/** The fields of the answer to `serverStatus` that this module reads. */
export interface ServerStatus {
  metrics: { commands: Readonly<Record<string, unknown>> };
  transactions?: { totalAborted?: number; totalCommitted?: number };
}

/** Counters are numbers, or 64-bit integers of the driver's own type on some servers. */
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

/** Reads the counters of a mongod. The read itself counts as one more command. */
export async function readServerCounters(client: mongoose.mongo.MongoClient): Promise<ServerCounters> {
  const status = await client.db('admin').command({ serverStatus: 1 });
  return parseServerStatus(status as unknown as ServerStatus);
}

/** Returns the counts between two readings. Commands that were not sent meanwhile are left out. */
export function countersSince(after: ServerCounters, before: ServerCounters): ServerCounters {
  const commands = Object.entries(subtract(after.commands, before.commands));
  return {
    commands: Object.fromEntries(commands.filter(([, count]) => count !== 0)),
    aborted: after.aborted - before.aborted,
    committed: after.committed - before.committed,
  };
}
