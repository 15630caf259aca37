import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineProgram } from '../measure/program.ts';
import { formatTable, type JudgedFigures } from '../measure/report.ts';
import { readMeasuredKinds, totalOf, type MeasuredKind } from './measured-kinds.ts';
import {
  busyCores,
  loadOf100kUnits,
  neededCores,
  targetUtilisation,
  timesLoad,
  type Load,
} from './plan-cores.ts';
import { runScenario, scenarios, type ScenarioFigures } from './scenarios.ts';

type Cores = Readonly<Record<string, number>>;

/** Figures of a size, as a multiple of 100,000 units. */
interface SizeFigures {
  times: number;
  perSecond: number;
  busy: Cores;
  needed: Cores;
  shards: number;
  scenarios: readonly ScenarioFigures[];
}

/** A part that cannot grow by more processes, and the units at which it is full. */
interface Limit {
  part: string;
  units: number;
}

/** Figures of the simulation. */
interface ScaleFigures extends JudgedFigures {
  kinds: readonly (MeasuredKind & { cpuMs: number; perCoreAndSecond: number })[];
  sizes: readonly SizeFigures[];
  limits: readonly Limit[];
}

const base = 100_000;
const sizes = [1, 10, 100, 1000];
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

function figuresOfSize(kinds: readonly MeasuredKind[], times: number, primaryCores: number): SizeFigures {
  const load = timesLoad(loadOf100kUnits, times);
  const busy = busyCores(kinds, load);
  const shards = Math.ceil((busy['mongod'] ?? 0) / (primaryCores * targetUtilisation));
  const ofCell = timesLoad(load, 1 / shards);
  const cell = { kinds, load: ofCell, cores: neededCores(busyCores(kinds, ofCell)) };
  return {
    times,
    perSecond: sum(Object.values(load)),
    busy,
    needed: neededCores(busy),
    shards,
    scenarios: scenarios.map((scenario) => runScenario(cell, scenario)),
  };
}

/** Reads the measured records a second that one worker seals. */
function readSealRate(): number {
  const file = join(import.meta.dirname, '../../results/seal.json');
  const { drain } = JSON.parse(readFileSync(file, 'utf8')) as { drain: { sealed: { perSecond: number } } };
  return drain.sealed.perSecond;
}

/** Audit records of one request. A call starts, is answered, opens a door and ends. */
const auditRecords: Load = { create: 1, invite: 1, 'sign-up': 1, call: 4 };

function limitsOf(kinds: readonly MeasuredKind[], primaryCores: number): Limit[] {
  const busy = busyCores(kinds, loadOf100kUnits);
  const rates = Object.entries(auditRecords).map(([kind, count]) => count * (loadOf100kUnits[kind] ?? 0));
  const records = sum(rates);
  const atFull = (perBase: number, most: number): number =>
    Math.round(((base * most) / perBase) * 0.00001) * base;
  return [
    { part: `primary of ${primaryCores} cores`, units: atFull(busy['mongod'] ?? 0, primaryCores) },
    { part: 'nats-server of 4 cores', units: atFull(busy['nats'] ?? 0, 4) },
    { part: 'one process that seals the audit', units: atFull(records, readSealRate()) },
  ].toSorted((one, other) => one.units - other.units);
}

/** Simulates growing systems from the measured service times. */
export const scale = defineProgram({
  summary: 'A simulation of 100,000 to 100 million units, fed with the measured costs; a minute.',
  defaults: { primaryCores: 16 },
  measure: async ({ primaryCores }): Promise<ScaleFigures> => {
    const kinds = readMeasuredKinds();
    return Promise.resolve({
      kinds: kinds.map((kind) => {
        const cpuMs = totalOf(kind.demands);
        return { ...kind, cpuMs, perCoreAndSecond: 1000 / cpuMs };
      }),
      sizes: sizes.map((times) => figuresOfSize(kinds, times, primaryCores)),
      limits: limitsOf(kinds, primaryCores),
    });
  },
  format: ({ kinds, sizes: grown, limits }) => [
    formatTable(
      [
        ['request', ({ name }) => name],
        ['CPU, ms', ({ cpuMs }) => cpuMs],
        ['requests per core-second', ({ perCoreAndSecond }) => perCoreAndSecond, 0],
      ],
      kinds,
    ),
    formatTable(
      [
        ['units', ({ times }) => times * base, 0],
        ['requests/s', ({ perSecond }) => perSecond, 0],
        ['busy cores', ({ busy }) => sum(Object.values(busy)), 1],
        ['cores', ({ needed }) => sum(Object.values(needed)), 0],
        ['shards', ({ shards }) => shards, 0],
      ],
      grown,
    ),
    ...grown.map(({ scenarios: tried, times }) =>
      formatTable(
        [
          [`${times * base} units`, ({ name }) => name],
          ['unlock p50, ms', ({ unlockMs }) => unlockMs.p50, 0],
          ['p99, ms', ({ unlockMs }) => unlockMs.p99, 0],
          ['longest queue', ({ longest }) => `${longest.requests} at ${longest.station}`],
          [
            'recovery, s',
            ({ recoverySeconds, isOverloaded }) => (isOverloaded ? 'none' : recoverySeconds),
            1,
          ],
        ],
        tried,
      ),
    ),
    formatTable(
      [
        ['full first', ({ part }) => part],
        ['units', ({ units }) => units, 0],
      ],
      limits,
    ),
  ],
});
