import { setTimeout as pause } from 'node:timers/promises';
import { describeMachine, loadAverage } from '../measure/machine.ts';
import { startMeter } from '../measure/usage.ts';
import { runSystem, type BenchSystem } from '../system/run-system.ts';
import { makeBuilding } from './building.ts';
import { measureCalls, type CallCosts } from './measure-calls.ts';
import { runPlainCalls, type PlainCalls } from './run-peer.ts';

export interface BenchCalls {
  /** Calls at the same time in the second measurement; the first one has one caller. */
  callers: number;
  /** Whole calls of each caller. */
  callsEach: number;
  idleMs: number;
}

/** Figures of a run. */
export interface CallFigures {
  measuredAt: string;
  machine: ReturnType<typeof describeMachine>;
  loadAverage: { before: number; after: number };
  costs: CallCosts[];
}

async function measureAll(system: BenchSystem, peer: PlainCalls, options: BenchCalls): Promise<CallCosts[]> {
  const { callers, callsEach, idleMs } = options;
  const { homes } = await makeBuilding(system, callers);
  const metered = { client: system.client, processes: { ...system.processes(), 'plain program': peer.pid } };
  const { webhooksUrl: url, publicWebhookUrl: publicUrl, webhookSecrets } = system.local;
  const receivers = [
    ['plain program', peer],
    ['system', { url, publicUrl, token: webhookSecrets.telephonyA }],
  ] as const;
  const endIdle = await startMeter(metered);
  await pause(idleMs);
  const bench = { system, metered, idle: await endIdle() };
  for (const [receiver, at] of receivers)
    await measureCalls(bench, { receiver, at, homes: homes.slice(0, 1), callsEach: 5 });
  const costs: CallCosts[] = [];
  for (const [receiver, at] of receivers) {
    costs.push(
      await measureCalls(bench, { receiver, at, homes: homes.slice(0, 1), callsEach: 4 * callsEach }),
    );
    costs.push(await measureCalls(bench, { receiver, at, homes, callsEach }));
  }
  return costs;
}

/** Starts the whole system and a plain program on its mongod, and plays whole calls at both. */
export async function benchCalls(options: BenchCalls): Promise<CallFigures> {
  const system = await runSystem();
  try {
    const before = loadAverage();
    const peer = await runPlainCalls(system);
    try {
      const costs = await measureAll(system, peer, options);
      const measuredAt = new Date().toISOString();
      return { measuredAt, machine: describeMachine(), loadAverage: { before, after: loadAverage() }, costs };
    } finally {
      await peer.stop();
    }
  } finally {
    await system.stop();
  }
}
