import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RequestKind } from './simulate.ts';

/** Processor time of a request in milliseconds, by station. */
export type Demands = Readonly<Record<string, number>>;

/** A kind of request with its measured costs. */
export interface MeasuredKind {
  name: string;
  demands: Demands;
  /** Name of the file in `bench/results` with the figures, without `.json`. */
  source: string;
}

type Figures = Readonly<Record<string, unknown>>;
type CpuTimes = Readonly<Record<string, number>>;

const readResults = (name: string): Figures =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../results', `${name}.json`), 'utf8')) as Figures;

/** The stations in the order of a request, each with its measured processes. */
const processesOf: Readonly<Record<string, readonly string[]>> = {
  gateway: ['gateway', 'webhook-gateway'],
  services: ['admin-1', 'resident-1', 'core-mobile-1', 'webhooks-1'],
  mongod: ['mongod'],
  nats: ['nats-server'],
  workers: ['admin-workers'],
};

/** The stations that a request may visit. */
export const stationNames = Object.keys(processesOf);

/** Figures below this are measurement noise, in milliseconds. */
const noiseMs = 0.05;

function demandsOf(cpuMs: CpuTimes): Demands {
  const summed = Object.entries(processesOf).map(([station, processes]) => {
    const ms = processes.reduce((sum, name) => sum + Math.max(0, cpuMs[name] ?? 0), 0);
    return [station, ms] as const;
  });
  return Object.fromEntries(summed.filter(([, ms]) => ms >= noiseMs));
}

/** @throws Error that names the file and the missing figure */
function found<T>(figure: T | undefined, results: string, name: string): T {
  if (figure === undefined) throw new Error(`bench/results/${results}.json has no costs of ${name}`);
  return figure;
}

const costIn = (results: string, name: string): CpuTimes => {
  const costs = readResults(results)['costs'] as Readonly<Record<string, { cpuMs: CpuTimes }>>;
  return found(costs[name], results, name).cpuMs;
};

function listDemands(): Demands {
  const costs = readResults('lists')['costs'] as Readonly<
    Record<string, { cpuMs: number; storeCpuMs: number }>
  >;
  const gateway = readResults('gateway')['costs'] as Readonly<
    Record<string, { cpuMicrosPerRequest: number }>
  >;
  const { cpuMs, storeCpuMs } = found(costs['list, 1M'], 'lists', 'list, 1M');
  return {
    gateway: found(gateway['gateway'], 'gateway', 'gateway').cpuMicrosPerRequest / 1000,
    services: cpuMs - storeCpuMs,
    mongod: storeCpuMs,
  };
}

function callDemands(): Demands {
  const costs = readResults('calls')['costs'] as readonly {
    receiver: string;
    callers: number;
    cpuMs: CpuTimes;
  }[];
  const cost = costs.find(({ receiver, callers }) => receiver === 'system' && callers === 50);
  return demandsOf(found(cost, 'calls', '50 callers').cpuMs);
}

function webhookDemands(): Demands {
  const results = readResults('flood')['acknowledgements'] as readonly {
    receiver: string;
    perSecond: number;
    cpuMs: CpuTimes;
  }[];
  const cost = results.find(({ receiver, perSecond }) => receiver === 'system' && perSecond === 200);
  return demandsOf(found(cost, 'flood', '200 webhooks a second').cpuMs);
}

/** Reads the measured kinds of requests from `bench/results`. */
export const readMeasuredKinds = (): MeasuredKind[] => [
  { name: 'list', demands: listDemands(), source: 'lists' },
  { name: 'create', demands: demandsOf(costIn('writes', 'create, 8 callers')), source: 'writes' },
  { name: 'invite', demands: demandsOf(costIn('writes', 'invite, 8 callers')), source: 'writes' },
  { name: 'sign-up', demands: demandsOf(costIn('writes', 'sign-up, 8 callers')), source: 'writes' },
  { name: 'unlock', demands: demandsOf(costIn('doors', 'unlock, 8 callers, ours')), source: 'doors' },
  { name: 'call', demands: callDemands(), source: 'calls' },
  { name: 'webhook', demands: webhookDemands(), source: 'flood' },
];

/** Sums the processor time of a request over all stations, in milliseconds. */
export const totalOf = (demands: Demands): number => Object.values(demands).reduce((sum, ms) => sum + ms, 0);

/** The stations that a caller waits for. Events and their effects follow after the answer. */
const answering: ReadonlySet<string> = new Set(['gateway', 'services', 'mongod']);

/**
 * Makes the simulated requests of a measured kind. Visits after the answer form a second kind, which loads its stations
 * and delays no caller.
 */
export function simulatedKinds({ name, demands }: MeasuredKind, perSecond: number): RequestKind[] {
  const visits = Object.entries(demands).map(([station, ms]) => [station, ms / 1000] as const);
  const before = visits.filter(([station]) => answering.has(station));
  const after = visits.filter(([station]) => !answering.has(station));
  return [
    { name, perSecond, visits: before },
    ...(after.length > 0 ? [{ name: `${name}, effects`, perSecond, visits: after }] : []),
  ];
}
