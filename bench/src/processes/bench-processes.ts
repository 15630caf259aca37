import { residentMebibytes } from '../measure/cpu-time.ts';
import { describeMachine, loadAverage } from '../measure/machine.ts';
import { median } from '../measure/median.ts';
import { sendLoad, type Load } from '../measure/send-load.ts';
import { runSystem, type BenchSystem } from '../system/run-system.ts';
import { measureStart } from './start-time.ts';

/** Start time and memory of one service. */
export interface ProcessCost {
  service: string;
  /** Median time from the start of its process to the first 200 of its `/readyz`, with running stores. */
  startMs: number;
  /** Resident set, in mebibytes. */
  idleMebibytes: number;
  loadedMebibytes: number;
}

/** Figures of a run. */
export interface ProcessFigures {
  measuredAt: string;
  machine: ReturnType<typeof describeMachine>;
  loadAverage: { before: number; after: number };
  load: { requests: number; connections: number };
  costs: ProcessCost[];
}

/** The process of each service, as the local system names it. */
const processes = {
  gateway: 'gateway',
  admin: 'admin-1',
  resident: 'resident-1',
  'core-mobile': 'core-mobile-1',
  webhooks: 'webhooks-1',
} as const;

const [startsEach, connections, requests] = [3, 32, 3000];

/** One request for each service behind the gateway. Their answers don't matter. */
function loads(apiKey: string): Load[] {
  const all = { connections, requests };
  const json = { 'content-type': 'application/json' };
  return [
    { ...all, path: '/api/admin/properties', headers: { authorization: `Bearer ${apiKey}` } },
    { ...all, path: '/api/v1/auth/invites/no-such-token', headers: {} },
    { ...all, path: '/registration/no-such-page', headers: {} },
    { ...all, path: '/payments/hook', headers: json, method: 'POST', body: '{}' },
  ];
}

const pidOf = (system: BenchSystem, name: string): number => system.fleet.get(name).pid ?? 0;

async function measure(system: BenchSystem): Promise<ProcessCost[]> {
  const started: Omit<ProcessCost, 'loadedMebibytes'>[] = [];
  for (const [service, name] of Object.entries(processes)) {
    const starts: number[] = [];
    while (starts.length < startsEach) starts.push(await measureStart(system.fleet, name));
    const idleMebibytes = residentMebibytes(pidOf(system, name));
    started.push({ service, startMs: median(starts), idleMebibytes });
  }
  for (const load of loads(system.local.apiKey)) await sendLoad(system.local.gatewayUrl, load);
  return started.map((cost) => {
    const name = processes[cost.service as keyof typeof processes];
    return { ...cost, loadedMebibytes: residentMebibytes(pidOf(system, name)) };
  });
}

/** Runs the whole system without data, and measures start time and memory of each service. */
export async function benchProcesses(): Promise<ProcessFigures> {
  const before = loadAverage();
  const system = await runSystem();
  try {
    const costs = await measure(system);
    return {
      measuredAt: new Date().toISOString(),
      machine: describeMachine(),
      loadAverage: { before, after: loadAverage() },
      load: { requests, connections },
      costs,
    };
  } finally {
    await system.stop();
  }
}
