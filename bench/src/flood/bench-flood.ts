import { join } from 'node:path';
import { formatStatuses } from '../measure/load-result.ts';
import { formatLatency } from '../measure/percentile.ts';
import { defineProgram } from '../measure/program.ts';
import { formatNamed, formatTable, namedColumns, type JudgedFigures } from '../measure/report.ts';
import type { RunningServer } from '../measure/run-node-program.ts';
import { measureIdle } from '../measure/usage.ts';
import { runPlainProgram } from '../system/run-plain-program.ts';
import { onSystem, type BenchSystem } from '../system/run-system.ts';
import { compareFlood } from './compare.ts';
import { measureAcknowledgements, type Acknowledgements, type Flood } from './measure-acknowledgements.ts';
import { measureIsolation, type Isolation } from './measure-admin.ts';
import { measureSender, type SenderFigures } from './measure-sender.ts';
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
export interface FloodFigures extends JudgedFigures {
  acknowledgements: Acknowledgements[];
  isolation: Isolation;
  sender: SenderFigures;
}

async function measureRates(flood: Flood, peer: RunningServer, options: BenchFlood) {
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

/** Floods a running system and a plain receiver on its mongod with signed webhooks. */
export async function measureFlood(system: BenchSystem, options: BenchFlood): Promise<FloodFigures> {
  const { webhooksUrl, webhookSecrets } = system.local;
  const program = join(import.meta.dirname, 'programs/plain-webhooks.ts');
  const peer = await runPlainProgram(system, program, { SECRET: webhookSecrets.payments });
  try {
    const processes = { ...system.processes(), 'plain receiver': peer.pid };
    const metered = { client: system.client, processes };
    const flood = { system, metered, idle: await measureIdle(metered, options.idleMs) };
    const acknowledgements = await measureRates(flood, peer, options);
    const isolation = await measureIsolation(system, {
      next: signedEvents(webhooksUrl, webhookSecrets.payments),
      webhooksPerSecond: Math.max(...options.rates),
      durationMs: options.durationMs,
    });
    const { durationMs, senderPerSecond: perSecond } = options;
    const sender = await measureSender(flood, { perSecond, durationMs });
    const measured = { acknowledgements, isolation, sender };
    return { ...measured, ...compareFlood(measured) };
  } finally {
    await peer.stop();
  }
}

const formatAcknowledgements = (rows: readonly Acknowledgements[]): string =>
  formatTable(
    [
      ['receiver', ({ receiver }) => receiver],
      ['asked for/s', ({ perSecond }) => perSecond, 0],
      ['sent/s', ({ sentPerSecond }) => sentPerSecond, 0],
      ['answers', ({ statuses }) => formatStatuses(statuses)],
      ['p50 · p99, ms', formatLatency],
      ['backlog, ms', ({ backlogMs }) => backlogMs, 0],
      ...namedColumns<Acknowledgements>(
        ['webhook-gateway', 'webhooks-1', 'mongod', 'nats-server', 'plain receiver'],
        ({ cpuMs }) => cpuMs,
      ),
      ...namedColumns<Acknowledgements>(
        ['insert', 'find', 'update', 'commitTransaction'],
        ({ commands }) => commands,
      ),
    ],
    rows,
  );

const isolationTitles: Readonly<Record<keyof Isolation, string>> = {
  idle: 'list, idle',
  underFlood: 'list, under a flood of webhooks',
  idleAgain: 'list, idle again',
  flood: 'the webhooks of that flood',
  underAdminFlood: 'webhook, under a flood of lists',
};

/** Formats the figures of a run. */
export const formatFlood = ({ acknowledgements, isolation, sender }: FloodFigures): string[] => [
  formatAcknowledgements(acknowledgements),
  formatTable(
    [
      ['requests', (name) => isolationTitles[name]],
      ['p50 · p99, ms', (name) => formatLatency(isolation[name])],
      ['answers', (name) => formatStatuses(isolation[name].statuses)],
    ],
    Object.keys(isolationTitles) as (keyof Isolation)[],
  ),
  formatTable<SenderFigures>(
    [
      ['events', ({ events }) => events, 0],
      ['delivered', ({ delivered }) => delivered, 0],
      ['event → first try p50 · p99, ms', formatLatency],
      ['CPU each, ms', ({ cpuMs }) => formatNamed(cpuMs)],
      ['commands each', ({ commands }) => formatNamed(commands)],
    ],
    [sender],
  ),
];

export const flood = defineProgram({
  summary: '100 to 500 signed webhooks a second compared with a plain receiver, and outgoing webhooks',
  defaults: { seconds: 10 },
  measure: ({ seconds }) =>
    onSystem((system) =>
      measureFlood(system, {
        rates: [100, 200, 500],
        durationMs: 1000 * seconds,
        warmUpMs: 5000,
        idleMs: 5000,
        senderPerSecond: 20,
      }),
    ),
  format: formatFlood,
});
