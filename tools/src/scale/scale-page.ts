import {
  corePlacements,
  looseUniqueIndexes,
  scatteredFilters,
  scatteredReads,
  wholeReads,
  type Placement,
} from '@pas/testing/sharding/shard-plan';
import { readCommitted, type GeneratedFile } from '../generated-file.ts';
import { fillSections, formatTable } from '../page-sections.ts';

const path = 'docs/scale.md';
const results = 'bench/results/scale.json';

type Cores = Readonly<Record<string, number>>;

interface ScenarioResult {
  name: string;
  unlockMs: { p50: number; p99: number };
  longest: { station: string; requests: number };
  recoverySeconds: number;
  isOverloaded: boolean;
}

/** The part of `bench/results/scale.json` that the page shows. */
interface ScaleResults {
  measuredAt: string;
  machine: { processors: number };
  kinds: readonly { name: string; cpuMs: number; perCoreAndSecond: number; demands: Cores; source: string }[];
  sizes: readonly {
    times: number;
    perSecond: number;
    busy: Cores;
    needed: Cores;
    shards: number;
    scenarios: readonly ScenarioResult[];
  }[];
  limits: readonly { part: string; units: number }[];
}

const base = 100_000;
const number = (value: number): string => Math.round(value).toLocaleString('en-US');
const sum = (cores: Cores): number => Object.values(cores).reduce((total, value) => total + value, 0);

function kindsTable({ kinds }: ScaleResults): string {
  const stations = [...new Set(kinds.flatMap(({ demands }) => Object.keys(demands)))];
  return formatTable(
    [
      'request',
      ...stations.map((station) => `${station}, ms`),
      'sum, ms',
      'requests per core-second',
      'program',
    ],
    kinds.map(({ name, demands, cpuMs, perCoreAndSecond, source }) => [
      name,
      ...stations.map((station) => demands[station]?.toFixed(2) ?? '–'),
      cpuMs.toFixed(2),
      number(perCoreAndSecond),
      `\`script/bench ${source}\``,
    ]),
  );
}

function sizesTable({ sizes }: ScaleResults): string {
  const stations = Object.keys(sizes[0]?.needed ?? {});
  return formatTable(
    ['units', 'requests a second', 'busy cores', ...stations.map((station) => `${station}, cores`), 'shards'],
    sizes.map(({ times, perSecond, busy, needed, shards }) => [
      number(times * base),
      number(perSecond),
      sum(busy).toFixed(1),
      ...stations.map((station) => number(needed[station] ?? 0)),
      String(shards),
    ]),
  );
}

const scenarioCells = ({ unlockMs, recoverySeconds, isOverloaded }: ScenarioResult): string =>
  `${number(unlockMs.p50)} · ${number(unlockMs.p99)} · ${isOverloaded ? 'none' : recoverySeconds.toFixed(1)}`;

function scenariosTable({ sizes }: ScaleResults): string {
  const names = sizes[0]?.scenarios.map(({ name }) => name) ?? [];
  return formatTable(
    ['scenario', ...sizes.map(({ times }) => `${number(times * base)} units`), 'longest queue'],
    names.map((name, at) => {
      const each = sizes.flatMap(({ scenarios }) => scenarios[at] ?? []);
      const { longest } = each.at(-1) ?? {};
      return [name, ...each.map(scenarioCells), longest?.station ?? '–'];
    }),
  );
}

const limitsTable = ({ limits }: ScaleResults): string =>
  formatTable(
    ['part', 'full at units'],
    limits.map(({ part, units }) => [part, number(units)]),
  );

const list = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

function shardKeysTable(): string {
  const keyOf = (placement: Placement): string => ('by' in placement ? placement.by.join(', ') : 'one shard');
  const byKey = Map.groupBy(Object.entries(corePlacements), ([, placement]) => keyOf(placement));
  return formatTable(
    ['shard key', 'collections'],
    [...byKey].map(([key, placed]) => [key, list(placed.map(([name]) => name))]),
  );
}

const exceptionsTable = (): string =>
  formatTable(
    ['unique index', 'step before sharding', 'reason'],
    Object.entries(looseUniqueIndexes).map(([index, { remedy, reason }]) => [`\`${index}\``, remedy, reason]),
  );

function readsTable(): string {
  return formatTable(
    ['read', 'kind', 'reason'],
    [
      ...Object.entries(scatteredReads).map(([purpose, { kind, reason }]) => [
        `\`${purpose}\``,
        kind,
        reason,
      ]),
      ...Object.entries(scatteredFilters).flatMap(([collection, fields]) =>
        Object.entries(fields).map(([field, reason]) => [
          `\`${collection}\` by \`${field}\``,
          'sweep',
          reason,
        ]),
      ),
      ...Object.entries(wholeReads).map(([collection, reason]) => [
        `all of \`${collection}\``,
        'sweep',
        reason,
      ]),
    ],
  );
}

/** Generates the tables in the handwritten page on scale, from the last simulation and the shard plan. */
export async function scaleFiles(): Promise<GeneratedFile[]> {
  const page = (await readCommitted(path)) ?? '';
  const measured = JSON.parse((await readCommitted(results)) ?? '{}') as ScaleResults;
  const sections = {
    kinds: kindsTable(measured),
    sizes: sizesTable(measured),
    scenarios: scenariosTable(measured),
    limits: limitsTable(measured),
    'shard-keys': shardKeysTable(),
    exceptions: exceptionsTable(),
    reads: readsTable(),
  };
  return [{ path, content: fillSections(page, path, sections) }];
}
