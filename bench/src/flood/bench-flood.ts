import { setTimeout as pause } from 'node:timers/promises';
import type { Comparison } from '../measure/judge.ts';
import { describeMachine, loadAverage } from '../measure/machine.ts';
import { startMeter } from '../measure/usage.ts';
import { runSystem, type BenchSystem } from '../system/run-system.ts';
import { compareFlood } from './compare.ts';
import { measureAcknowledgements, type Acknowledgements, type Flood } from './measure-acknowledgements.ts';
import { measureIsolation, type Isolation } from './measure-admin.ts';
import { measureSender, type SenderFigures } from './measure-sender.ts';
import type { PlainProgram } from '../system/run-plain-program.ts';
import { runPlainReceiver } from './run-peer.ts';
import { signedEvents } from './signed-events.ts';

export interface BenchFlood {
  /** Webhooks a second. Each rate is sent to the plain receiver, the system, and the plain receiver again. */
  rates: readonly number[];
  durationMs: number;
  /** Duration of the warm-up of each receiver. */
  warmUpMs: number;
  idleMs: number;
  senderPerSecond: number;
}

/** Figures of a run. */
export interface FloodFigures {
  measuredAt: string;
  machine: ReturnType<typeof describeMachine>;
  loadAverage: { before: number; after: number };
  acknowledgements: Acknowledgements[];
  isolation: Isolation;
  sender: SenderFigures;
  comparisons: Comparison[];
}

export const usualRates = [100, 200, 500] as const;

async function measureRates(flood: Flood, peer: PlainProgram, options: BenchFlood) {
  const { rates, durationMs, warmUpMs } = options;
  const { webhooksUrl, webhookSecrets } = flood.system.local;
  const receivers = [
    ['plain receiver', signedEvents(peer.url, webhookSecrets.payments)],
    ['system', signedEvents(webhooksUrl, webhookSecrets.payments)],
  ] as const;
  for (const [receiver, next] of receivers) {
    await measureAcknowledgements(flood, { receiver, perSecond: 100, durationMs: warmUpMs, next });
  }
  const found: Acknowledgements[] = [];
  for (const perSecond of rates) {
    for (const [receiver, next] of [...receivers, receivers[0]]) {
      found.push(await measureAcknowledgements(flood, { receiver, perSecond, durationMs, next }));
    }
  }
  return found;
}

/** Measures floods on a running system. */
export async function measureFlood(system: BenchSystem, options: BenchFlood): Promise<FloodFigures> {
  const before = loadAverage();
  const peer = await runPlainReceiver(system);
  try {
    const processes = { ...system.processes(), 'plain receiver': peer.pid };
    const metered = { client: system.client, processes };
    const endIdle = await startMeter(metered);
    await pause(options.idleMs);
    const flood = { system, metered, idle: await endIdle() };
    const acknowledgements = await measureRates(flood, peer, options);
    const { webhooksUrl, webhookSecrets } = system.local;
    const isolation = await measureIsolation(system, {
      next: signedEvents(webhooksUrl, webhookSecrets.payments),
      webhooksPerSecond: Math.max(...options.rates),
      durationMs: options.durationMs,
    });
    const { durationMs, senderPerSecond: perSecond } = options;
    const sender = await measureSender(flood, { perSecond, durationMs });
    return {
      measuredAt: new Date().toISOString(),
      machine: describeMachine(),
      loadAverage: { before, after: loadAverage() },
      acknowledgements,
      isolation,
      sender,
      comparisons: compareFlood({ acknowledgements, isolation, sender }),
    };
  } finally {
    await peer.stop();
  }
}

/** Starts the whole system and a plain receiver on its mongod, and floods both with signed webhooks. */
export async function benchFlood(options: BenchFlood): Promise<FloodFigures> {
  const system = await runSystem();
  try {
    return await measureFlood(system, options);
  } finally {
    await system.stop();
  }
}
