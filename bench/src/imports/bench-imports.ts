import { describeMachine, loadAverage } from '../measure/machine.ts';
import { callAtRate } from '../measure/call-at-rate.ts';
import { percentile } from '../measure/percentile.ts';
import { ask } from '../system/admin-api.ts';
import { restartServices } from '../system/restart-services.ts';
import { runSystem, type BenchSystem } from '../system/run-system.ts';
import { compareImports } from './compare.ts';
import type { ImportFigures } from './import-figures.ts';
import { insertPeer } from './insert-peer.ts';
import { commitImport, makeTable, planImport, type Importer } from './run-import.ts';

const listsPerSecond = 4;

/** Default limit of rows of the system. */
const usualMaxRows = 100_000;

/** Starts the services again with another limit of rows. */
async function raiseLimit(system: BenchSystem, rows: number): Promise<void> {
  const env = { IMPORT_MAX_ROWS: String(rows) };
  await restartServices(system, (plan) => ({ ...plan, env: { ...plan.env, ...env } }));
}

/** Makes an importer of a tenant, with its own property. */
async function openImporter(system: BenchSystem, key: string, name: string): Promise<Importer> {
  const headers = { authorization: `Bearer ${key}`, 'x-admin-env': 'DEV' };
  const url = `${system.local.gatewayUrl}/api/admin/properties`;
  const body = { name, address: { country: 'US' } };
  const { property } = await ask<{ property: { id: string } }>({ url, headers, body });
  const stored = await system.core
    .collection<{ _id: string; tenantId: string }>('properties')
    .findOne({ _id: property.id });
  return { system, key, tenantId: stored?.tenantId ?? '', propertyId: property.id };
}

/** Requests a list of a tenant several times a second during some work; returns the p50 in milliseconds. */
async function listMeanwhile<T>({ system, key }: Importer, work: () => Promise<T>): Promise<[T, number]> {
  const ended = new AbortController();
  const headers = { authorization: `Bearer ${key}`, 'x-admin-env': 'DEV' };
  const next = () => ({ url: `${system.local.gatewayUrl}/api/admin/properties?limit=50`, headers });
  const lists = callAtRate({ perSecond: listsPerSecond, next, until: ended.signal });
  const result = await work().finally(() => ended.abort());
  return [result, percentile((await lists).latenciesMs, 0.5)];
}

/** Measures imports of a running system. */
async function measureImports(
  system: BenchSystem,
  { rows, quietMs }: { rows: number; quietMs: number },
): Promise<ImportFigures> {
  const before = loadAverage();
  const importer = await openImporter(system, system.local.apiKey, 'Import House');
  const other = await openImporter(system, system.local.secondTenantApiKey, 'Other House');
  const table = makeTable(rows);
  const quiet = async () => new Promise((resolve) => void setTimeout(resolve, quietMs));
  const [, idle] = await listMeanwhile(other, quiet);
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
  return {
    measuredAt: new Date().toISOString(),
    machine: describeMachine(),
    loadAverage: { before, after: loadAverage() },
    ...measured,
    comparisons: compareImports(measured),
  };
}

/** Starts the whole system, and measures the cost of its imports. */
export async function benchImports(options: { rows: number; quietMs: number }): Promise<ImportFigures> {
  const system = await runSystem();
  try {
    if (options.rows > usualMaxRows) await raiseLimit(system, options.rows);
    return await measureImports(system, options);
  } finally {
    await system.stop();
  }
}
