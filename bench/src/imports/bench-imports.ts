import { setTimeout as pause } from 'node:timers/promises';
import { callAtRate } from '../measure/call-at-rate.ts';
import { sum } from '../measure/cpu-times.ts';
import { percentile } from '../measure/percentile.ts';
import { defineProgram } from '../measure/program.ts';
import { formatTable, type JudgedFigures } from '../measure/report.ts';
import type { Usage } from '../measure/usage.ts';
import { adminRequest, makeProperty } from '../system/admin-api.ts';
import { restartServices } from '../system/restart-services.ts';
import { onSystem, type BenchSystem } from '../system/run-system.ts';
import { compareImports, type ImportMeasurement } from './compare.ts';
import { insertPeer } from './insert-peer.ts';
import { commitImport, makeTable, planImport, type Importer, type Stage } from './run-import.ts';

/** Figures of a run. */
type ImportFigures = ImportMeasurement & JudgedFigures;

const listsPerSecond = 4;

/** Default limit of rows of the system. */
const defaultMaxRows = 100_000;

/** Starts the services again with another limit of rows. */
async function raiseLimit(system: BenchSystem, rows: number): Promise<void> {
  const env = { IMPORT_MAX_ROWS: String(rows) };
  await restartServices(system, (plan) => ({ ...plan, env: { ...plan.env, ...env } }));
}

/** Makes an importer of a tenant, with its own property. */
const openImporter = async (system: BenchSystem, key: string, name: string): Promise<Importer> => ({
  system,
  key,
  ...(await makeProperty(system, name, key)),
});

/** Requests a list of a tenant several times a second during some work; returns the p50 in milliseconds. */
async function listMeanwhile<T>({ system, key }: Importer, work: () => Promise<T>): Promise<[T, number]> {
  const ended = new AbortController();
  const next = () => adminRequest(system, '/properties?limit=50', undefined, key);
  const lists = callAtRate({ perSecond: listsPerSecond, next, until: ended.signal });
  const result = await work().finally(() => ended.abort());
  return [result, percentile((await lists).latenciesMs, 0.5)];
}

/** Measures imports of a running system. */
async function measureImports(
  system: BenchSystem,
  { rows, quietMs }: { rows: number; quietMs: number },
): Promise<ImportFigures> {
  const importer = await openImporter(system, system.local.apiKey, 'Import House');
  const other = await openImporter(system, system.local.secondTenantApiKey, 'Other House');
  const table = makeTable(rows);
  const [, idle] = await listMeanwhile(other, () => pause(quietMs));
  let since = new Date();
  const [{ plan, commit }, meanwhile] = await listMeanwhile(other, async () => {
    const planned = await planImport(importer, table, rows);
    since = new Date();
    const committed = await commitImport(importer, planned.state.id, rows);
    return { plan: planned, commit: committed };
  });
  const { status, totals } = commit.state;
  if (status !== 'COMMITTED') throw new Error(`The import ended ${status}.`);
  const { tenantId, propertyId } = importer;
  const peer = await insertPeer(system, { tenantId, importId: commit.state.id, propertyId, rows, since });
  const replan = await planImport(importer, table, rows);
  if (replan.state.totals['unchanged'] !== totals['rows']) throw new Error('A repeat changes rows.');
  const start = performance.now();
  await Promise.all([planImport(importer, table, rows), planImport(other, table, rows)]);
  const twoPlans = { elapsedMs: performance.now() - start };
  const stages = { plan: plan.stage, commit: commit.stage, replan: replan.stage };
  const measured = { rows, stages, peer, listP50Ms: { idle, meanwhile }, twoPlans };
  return { ...measured, comparisons: compareImports(measured) };
}

/** A row of the table: a stage of the import, or the plain inserts. */
type Row = readonly [title: string, usage: Usage, stage?: Stage];

const statements = [
  'find',
  'aggregate',
  'getMore',
  'insert',
  'update',
  'delete',
  'findAndModify',
  'bulkWrite',
];

const seconds = (ms = 0): string => (ms / 1000).toFixed(1);

/** Returns the processor time of the worker or the driver, in milliseconds. */
const workerCpu = ({ cpuMs }: Usage): number => cpuMs['admin-workers'] ?? cpuMs['driver'] ?? 0;

const formatStages = ({ rows, stages, peer }: ImportFigures): string =>
  formatTable<Row>(
    [
      ['stage', ([title]) => title],
      ['seconds', ([, { elapsedMs }]) => seconds(elapsedMs)],
      ['rows/s', ([, { elapsedMs }]) => rows / (elapsedMs / 1000), 0],
      ['worker CPU, s', ([, usage]) => seconds(workerCpu(usage))],
      ['mongod CPU, s', ([, { cpuMs }]) => seconds(cpuMs['mongod'])],
      [
        'other CPU, s',
        ([, usage]) => seconds(sum(usage.cpuMs) - workerCpu(usage) - (usage.cpuMs['mongod'] ?? 0)),
      ],
      ['statements per 1,000 rows', ([, { commands }]) => (1000 * sum(commands, statements)) / rows, 1],
      ['transactions per 1,000 rows', ([, { committed }]) => (1000 * committed) / rows, 1],
      [
        'worker memory, MiB',
        ([, , stage]) => stage && `${stage.memory.before.toFixed(0)} → ${stage.memory.peak.toFixed(0)}`,
      ],
    ],
    [
      ['dry run', stages.plan, stages.plan],
      ['commit', stages.commit, stages.commit],
      ['dry run of the same file again', stages.replan, stages.replan],
      ['driver insertMany of the same documents', peer],
    ],
  );

export const imports = defineProgram({
  summary:
    'cost of an import, compared with plain inserts of the same documents; a larger table raises the limit of rows',
  defaults: { rows: defaultMaxRows, seconds: 10 },
  measure: ({ rows, seconds: quiet }) =>
    onSystem(async (system) => {
      if (rows > defaultMaxRows) await raiseLimit(system, rows);
      return measureImports(system, { rows, quietMs: 1000 * quiet });
    }),
  format: (figures) => {
    const { rows, stages, listP50Ms, twoPlans } = figures;
    const { untilStateMs, elapsedMs } = stages.commit;
    return [
      `${rows} rows`,
      formatStages(figures),
      [
        `COMMITTED after ${seconds(untilStateMs)} s; all that follows was done after ${seconds(elapsedMs)} s.`,
        `Lists of another tenant, p50: ${listP50Ms.idle.toFixed(1)} ms idle, ${listP50Ms.meanwhile.toFixed(1)} ms during the import.`,
        `Dry runs of two tenants at once: ${seconds(twoPlans.elapsedMs)} s.`,
      ].join('\n'),
    ];
  },
});
