import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Profile, ProfileRow } from '@pas/tools/profile-section';
import { waitUntil } from '@pas/testing/wait-until';
import { makeDoors } from '../doors/door-operations.ts';
import { signedEvents } from '../flood/signed-events.ts';
import { commitImport, makeTable, planImport } from '../imports/run-import.ts';
import { callOperations, type LoadSize } from '../measure/call-closed-loop.ts';
import { scale, sum, type CpuTimes } from '../measure/cpu-times.ts';
import type { LoadResult } from '../measure/load-result.ts';
import { threePlaces } from '../measure/medians.ts';
import { defineProgram } from '../measure/program.ts';
import { formatNamed, formatTable, namedColumns, type JudgedFigures } from '../measure/report.ts';
import { startMeter } from '../measure/usage.ts';
import { adminRequest, makeProperty } from '../system/admin-api.ts';
import { runSystem, type BenchSystem } from '../system/run-system.ts';
import { isAllSealed, isReceiptWaiting } from '../system/watch-events.ts';
import { callScenario, prepareScenarios, scenarioNames, type Scenario } from '../writes/scenarios.ts';
import { parts } from './parts.ts';
import {
  monotonicMicros,
  readProfiles,
  type Period,
  type Work,
  type WorkByProcess,
} from './read-profiles.ts';

/** Figures of a run. */
export interface ProfileFigures extends JudgedFigures, Profile {
  callers: number;
  seconds: number;
}

/** A load that succeeded, with its cost up to the last of its effects. */
interface LoadCost {
  count: number;
  period: Period;
  cpuMs: CpuTimes;
}

/** Time in which the effects of a load must end. */
const effectsMs = 120_000;

const importedRows = 20_000;

const listTitle = 'list of 50 units';

/** Processes below this share of an operation have no row. */
const leastShare = 0.03;

async function profile(
  system: BenchSystem,
  load: () => Promise<Pick<LoadResult, 'succeeded'>>,
): Promise<LoadCost> {
  const endMeter = await startMeter({ processes: system.processes(), client: system.client });
  const start = monotonicMicros();
  const { succeeded } = await load();
  const isDone = async () => !(await isReceiptWaiting(system)) && (await isAllSealed(system));
  await waitUntil(isDone, { what: 'the effects of a load', timeoutMs: effectsMs });
  const end = monotonicMicros();
  const { cpuMs } = await endMeter();
  return { count: succeeded, period: { start, end }, cpuMs };
}

/** Profiles the commit of an import of residents, per thousand rows. */
async function profileImport(system: BenchSystem): Promise<LoadCost> {
  const importer = { system, key: system.local.apiKey, ...(await makeProperty(system, 'Import House')) };
  const { state } = await planImport(importer, makeTable(importedRows), importedRows);
  return profile(system, async () => {
    await commitImport(importer, state.id, importedRows);
    return { succeeded: importedRows / 1000 };
  });
}

/** Profiles each operation after a short load that warms it up. */
async function profileAll(system: BenchSystem, size: LoadSize): Promise<Record<string, LoadCost>> {
  const scenarios = await prepareScenarios(system);
  const doors = await makeDoors(system, size.callers);
  const list: Scenario = { next: () => adminRequest(system, '/units?limit=50') };
  const { webhooksUrl, webhookSecrets } = system.local;
  const webhook: Scenario = { next: signedEvents(webhooksUrl, webhookSecrets.payments) };
  const profiled: Record<string, LoadCost> = {};
  const measure = async (title: string, load: (size: LoadSize) => Promise<LoadResult>): Promise<void> => {
    await load({ ...size, durationMs: size.durationMs / 4 });
    profiled[title] = await profile(system, async () => load(size));
  };
  for (const name of scenarioNames) {
    const scenario = scenarios[name];
    await scenario.prepare?.();
    await measure(name, async (load) => callScenario(scenario, load));
  }
  await measure(listTitle, async (load) => callScenario(list, load));
  await measure('PIN check', async (load) => callOperations(load, doors.verify));
  await measure('unlock', async (load) => callOperations(load, doors.unlock));
  await measure('webhook of a provider', async (load) => callScenario(webhook, load));
  profiled['import of 1,000 rows'] = await profileImport(system);
  return profiled;
}

/** Returns percentages by name, without those that round to zero. */
function percentages(
  work: Readonly<Record<string, number>>,
  names: readonly string[],
): Record<string, number> {
  const all = sum(work);
  return Object.fromEntries(
    names.flatMap((name) => {
      const share = Math.round((100 * (work[name] ?? 0)) / all);
      return share > 0 ? [[name, share] as const] : [];
    }),
  );
}

/** Returns the percentages of the gateway's folders, the largest first. */
function gatewayFolders({ byFolder }: Work): Record<string, number> {
  const names = Object.entries(byFolder).toSorted(([, one], [, other]) => other - one);
  return percentages(
    byFolder,
    names.map(([name]) => name),
  );
}

function rowsOf(operation: string, { count, cpuMs }: LoadCost, work: WorkByProcess): ProfileRow[] {
  const all = sum(cpuMs);
  return Object.entries(scale(cpuMs, 1 / count))
    .filter(([, ms]) => ms * count >= leastShare * all)
    .toSorted(([, one], [, other]) => other - one)
    .map(([process, ms]) => {
      const shares = percentages(work[process]?.byPart ?? {}, parts);
      return { operation, process, cpuMs: threePlaces(ms), shares };
    });
}

/** Loads a system whose processes write their profiles to a folder when they end. */
async function runLoads(dir: string, size: LoadSize) {
  const system = await runSystem({ nodeOptions: `--cpu-prof --cpu-prof-dir=${dir}` });
  try {
    return { processes: system.processes(), loads: await profileAll(system, size) };
  } finally {
    await system.stop();
  }
}

async function measureProfile(callers: number, seconds: number): Promise<ProfileFigures> {
  const dir = mkdtempSync(join(tmpdir(), 'property-access-profile-'));
  try {
    const { processes, loads } = await runLoads(dir, { callers, durationMs: 1000 * seconds });
    const periods = Object.fromEntries(Object.entries(loads).map(([title, { period }]) => [title, period]));
    const work = readProfiles(dir, processes, periods);
    const rows = Object.entries(loads).flatMap(([title, one]) => rowsOf(title, one, work[title] ?? {}));
    const { gateway } = work[listTitle] ?? {};
    return { callers, seconds, rows, gatewayFolders: gateway ? gatewayFolders(gateway) : {} };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Formats the figures of a run. */
const formatProfile = ({ callers, seconds, rows, gatewayFolders: folders }: ProfileFigures): string[] => [
  `${callers} callers for ${seconds} s; the parts are percentages of the process`,
  formatTable<ProfileRow>(
    [
      ['operation', ({ operation }) => operation],
      ['process', ({ process }) => process],
      ['CPU, ms', ({ cpuMs }) => cpuMs],
      ...namedColumns<ProfileRow>(parts, ({ shares }) => shares, 0),
    ],
    rows,
  ),
  `gateway for a ${listTitle}, in percent: ${formatNamed(folders, 1, 0)}`,
];

export const profileProgram = defineProgram({
  summary: 'processor time of an operation by process, and by part of each process from profiles of V8',
  defaults: { callers: 8, seconds: 8 },
  measure: ({ callers, seconds }) => measureProfile(callers, seconds),
  format: formatProfile,
});
