import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { callClosedLoop } from '../measure/call-closed-loop.ts';
import { formatTable } from '../measure/format-table.ts';
import { adminRequest, freshLabels, makeProperty } from '../system/admin-api.ts';
import { restartServices, serviceNames, stopServices, withNodeOptions } from '../system/restart-services.ts';
import { runSystem } from '../system/run-system.ts';
import { shareOfParts, type CpuProfile } from './profile-part.ts';

const [callers, durationMs] = [8, 20_000];
const partsShown = 7;

function printProfiles(dir: string, names: readonly string[]): string {
  const rows = names.map((name) => {
    const profile = JSON.parse(readFileSync(join(dir, `${name}.cpuprofile`), 'utf8')) as CpuProfile;
    const shares = shareOfParts(profile).slice(0, partsShown);
    return [name, shares.map(([part, share]) => `${part} ${(100 * share).toFixed(0)} %`).join(', ')];
  });
  return formatTable(['process', 'where its time goes, with its start'], rows);
}

/**
 * Runs the whole system, each Node process under V8's profiler, while eight callers create units.
 *
 * @returns a text with the shares of each process's time
 */
export async function profileWrites(dir: string): Promise<string> {
  const system = await runSystem();
  try {
    await restartServices(system, (plan) =>
      withNodeOptions(plan, '--cpu-prof', `--cpu-prof-dir=${dir}`, `--cpu-prof-name=${plan.name}.cpuprofile`),
    );
    const names = serviceNames(system);
    const { propertyId } = await makeProperty(system, 'Harbor View');
    const label = freshLabels();
    const next = () => adminRequest(system, '/units', { propertyId, label: label() });
    await callClosedLoop({ callers, durationMs, next });
    await stopServices(system);
    return printProfiles(dir, names);
  } finally {
    await system.stop();
  }
}
