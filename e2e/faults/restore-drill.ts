import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { natsUrlOf } from '@pas/tools/local-system/plans/blueprint';
import { repositoryDir } from '@pas/tools/local-system/plans/node-program';
import { waitUntil } from '@pas/testing/wait-until';
import { planOf } from '../shared-system/use-system.ts';
import type { Drill } from './drill.ts';

/** Durations of a restore in milliseconds. */
export interface RestoreTimes {
  /** Duration of `script/restore` alone. */
  restoreMs: number;
  /** From the kill of the system to the first answer of the restored one. */
  untilServedMs: number;
}

/** Runs a program of `script/` on the drill's system. */
export async function runScript(
  drill: Drill,
  [name, ...args]: readonly [string, ...string[]],
  settings: Readonly<Record<string, string>> = {},
): Promise<string> {
  const env = { ...process.env, ...settings, LOCAL_DATA: drill.dataDir };
  return (await promisify(execFile)(join(repositoryDir, 'script', name), args, { env })).stdout;
}

/** Gives both environments new streams: an empty server, and the declared streams and consumers. */
async function renewStreams(drill: Drill): Promise<void> {
  await rm(join(drill.dataDir, 'nats', 'jetstream'), { recursive: true });
  await drill.start('nats-server');
  await runScript(drill, ['pas', 'streams', 'apply']);
  const blueprint = planOf({ local: drill.local, dataDir: drill.dataDir, replicas: 1 });
  const declarer = natsUrlOf(blueprint, 'TEST', 'declarer');
  await runScript(drill, ['pas', 'streams', 'apply'], { DECLARER_NATS_URL: declarer });
}

/**
 * Kills everything, and restores a backup by the steps of `docs/backup.md`.
 *
 * @param since the time from which events are published again
 */
export async function loseAndRestore(
  drill: Drill,
  { backup, since }: { backup: string; since: string },
): Promise<RestoreTimes> {
  const begun = performance.now();
  await Promise.all(drill.processes.map((name) => drill.kill(name)));
  await drill.start('mongod');
  const restoring = performance.now();
  await runScript(drill, ['restore', backup, '--replace']);
  const restoreMs = performance.now() - restoring;
  await runScript(drill, ['pas', 'users', 'apply']);
  await runScript(drill, ['pas', 'migrations', 'apply']);
  await runScript(drill, ['pas', 'audit', 'restored', '--reason', 'Rehearsal of a restore.']);
  await renewStreams(drill);
  await runScript(drill, ['pas', 'outbox', 'republish', '--since', since]);
  await drill.heal();
  const serves = async (): Promise<boolean> =>
    (await drill.manager.call('/properties?limit=1').catch(() => null))?.status === 200;
  await waitUntil(serves, { what: 'the restored system' });
  return { restoreMs, untilServedMs: performance.now() - begun };
}
