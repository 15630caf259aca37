import { setTimeout as pause } from 'node:timers/promises';
import { residentMebibytes } from '../measure/cpu-time.ts';
import { startMeter, type Usage } from '../measure/usage.ts';
import { adminHeaders, type BenchProperty } from '../system/admin-api.ts';
import type { BenchSystem } from '../system/run-system.ts';
import { followImport } from './written-rows.ts';

/** A caller of the Admin API who imports residents into a property. */
export interface Importer extends BenchProperty {
  system: BenchSystem;
  key: string;
}

/** Cost of one stage of an import. */
export interface Stage extends Usage {
  rows: number;
  /** Time until the import had its next state, in milliseconds; effects of a commit complete later. */
  untilStateMs: number;
  /** Memory of the worker before the stage, and its maximum meanwhile, in MiB. */
  memory: { before: number; peak: number };
}

interface ImportState {
  id: string;
  status: string;
  totals: Readonly<Record<string, number>>;
}

/** Interval at which memory and status are read, in milliseconds. */
const lookEveryMs = 100;

/** Makes a table of new residents, two in each unit, with short cells: a million rows fit into an upload. */
export function makeTable(rows: number): string {
  const lines = Array.from({ length: rows }, (_, at) => `${at >> 1},${at.toString(36)}@x.test`);
  return ['unit,email', ...lines].join('\n');
}

/** @throws Error for any answer but 2xx */
async function ask(
  { system, key }: Importer,
  path: string,
  init: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<ImportState> {
  const headers = { ...adminHeaders(key), ...init.headers };
  const answer = await fetch(`${system.local.gatewayUrl}/api/admin/imports${path}`, { ...init, headers });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
  return (JSON.parse(text) as { import: ImportState }).import;
}

/** Waits for the end of a stage, and records the worker's maximum memory meanwhile. */
async function watch(
  importer: Importer,
  id: string,
  during: string,
): Promise<{ state: ImportState; peak: number }> {
  const workers = importer.system.processes()['admin-workers'] ?? 0;
  let peak = 0;
  for (let looks = 0; ; looks += 1) {
    peak = Math.max(peak, residentMebibytes(workers));
    if (looks % 5 === 0) {
      const state = await ask(importer, `/${id}`);
      if (state.status !== during) return { state, peak };
    }
    await pause(lookEveryMs);
  }
}

interface StageRun {
  importer: Importer;
  rows: number;
  during: string;
  /** Begins the stage. */
  begin: () => Promise<ImportState>;
  /** Waits for the effects of the stage. */
  follow?: () => Promise<void>;
}

async function measureStage({ importer, rows, during, begin, follow }: StageRun) {
  const { system } = importer;
  const before = residentMebibytes(system.processes()['admin-workers'] ?? 0);
  const end = await startMeter({ processes: system.processes(), client: system.client });
  const { id } = await begin();
  const start = performance.now();
  const { state, peak } = await watch(importer, id, during);
  const untilStateMs = performance.now() - start;
  await follow?.();
  const stage: Stage = { rows, untilStateMs, memory: { before, peak }, ...(await end()) };
  return { state, stage };
}

/** Uploads a table and waits for its plan. */
export async function planImport(importer: Importer, table: string, rows: number) {
  const query = `propertyId=${importer.propertyId}&createUnits=true`;
  const upload = { method: 'POST', headers: { 'content-type': 'text/csv' }, body: table };
  const begin = async () => ask(importer, `/residents/dry-run?${query}`, upload);
  return measureStage({ importer, rows, during: 'VALIDATING', begin });
}

/** Commits a plan, and waits for its end and for all its effects. */
export async function commitImport(importer: Importer, importId: string, rows: number) {
  const body = JSON.stringify({ importId });
  const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
  const begin = async () => ask(importer, '/residents/commit', request);
  const { system, tenantId } = importer;
  const follow = await followImport(system, { tenantId, since: new Date() });
  return measureStage({ importer, rows, during: 'COMMITTING', begin, follow });
}
