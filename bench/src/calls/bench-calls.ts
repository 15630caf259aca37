import { join } from 'node:path';
import { formatLatency } from '../measure/percentile.ts';
import { defineProgram } from '../measure/program.ts';
import { formatTable, namedColumns, type JudgedFigures } from '../measure/report.ts';
import { measureIdle } from '../measure/usage.ts';
import { runPlainProgram } from '../system/run-plain-program.ts';
import { onSystem, type BenchSystem } from '../system/run-system.ts';
import { makeBuilding } from './building.ts';
import { measureCalls, type CallCosts } from './measure-calls.ts';
import { callbacks } from './play-call.ts';

export interface BenchCalls {
  /** Calls at the same time in the second measurement; the first one has one caller. */
  callers: number;
  /** Whole calls of each caller. */
  callsEach: number;
  idleMs: number;
}

/** Figures of a run. */
interface CallFigures extends JudgedFigures {
  costs: CallCosts[];
}

/** Plays whole calls at a running system, and at a plain program on its mongod. */
async function playCalls(system: BenchSystem, options: BenchCalls): Promise<CallFigures> {
  const { callers, callsEach, idleMs } = options;
  const { webhooksUrl, publicWebhookUrl: publicUrl, webhookSecrets } = system.local;
  const token = webhookSecrets.telephonyA;
  // It reads the same numbers and users, and has rows of its own.
  const peer = await runPlainProgram(system, join(import.meta.dirname, 'programs/plain-calls.ts'), {
    CORE: system.core.databaseName,
    SECRET: token,
    PUBLIC_URL: publicUrl,
  });
  try {
    const { homes } = await makeBuilding(system, callers);
    const metered = {
      client: system.client,
      processes: { ...system.processes(), 'plain program': peer.pid },
    };
    const receivers = [
      ['plain program', { url: peer.url, publicUrl, token }],
      ['system', { url: webhooksUrl, publicUrl, token }],
    ] as const;
    const bench = { system, metered, idle: await measureIdle(metered, idleMs) };
    const [one, costs] = [homes.slice(0, 1), [] as CallCosts[]];
    for (const [receiver, at] of receivers)
      await measureCalls(bench, { receiver, at, homes: one, callsEach: 5 });
    for (const [receiver, at] of receivers) {
      costs.push(await measureCalls(bench, { receiver, at, homes: one, callsEach: 4 * callsEach }));
      costs.push(await measureCalls(bench, { receiver, at, homes, callsEach }));
    }
    return { costs };
  } finally {
    await peer.stop();
  }
}

const titleOf = ({ receiver, callers }: CallCosts): string =>
  `${receiver}, ${callers === 1 ? 'one call' : `${callers} calls`} at once`;

const processes = [
  'webhook-gateway',
  'webhooks-1',
  'mongod',
  'nats-server',
  'admin-workers',
  'plain program',
];

export const calls = defineProgram({
  summary: 'latency and cost of visitors’ calls, compared with a plain program; --calls is for each caller',
  defaults: { callers: 50, calls: 20, seconds: 5 },
  measure: ({ callers, calls: callsEach, seconds }) =>
    onSystem((system) => playCalls(system, { callers, callsEach, idleMs: 1000 * seconds })),
  format: ({ costs }) => [
    'Answers by callback, p50 · p99 in ms:',
    formatTable<CallCosts>(
      [
        ['receiver', titleOf],
        ['calls', (cost) => cost.calls, 0],
        ['not 200', ({ failures }) => failures, 0],
        ...callbacks.map(
          (name) => [name, ({ latencies }: CallCosts) => formatLatency(latencies[name])] as const,
        ),
      ],
      costs,
    ),
    'Each whole call of six callbacks, processor time in ms and commands to mongod:',
    formatTable<CallCosts>(
      [
        ['receiver', titleOf],
        ...namedColumns<CallCosts>(processes, ({ cpuMs }) => cpuMs),
        ...namedColumns<CallCosts>(
          ['find', 'insert', 'update', 'commitTransaction'],
          ({ commands }) => commands,
          1,
        ),
        ['all CPU', ({ total }) => total.cpuMs, 1],
        ['all statements', ({ total }) => total.commands, 1],
      ],
      costs,
    ),
  ],
});
