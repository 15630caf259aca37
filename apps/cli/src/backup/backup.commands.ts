import { describeBuild } from '@pas/platform/build/describe-build';
import { readConfig } from '@pas/platform/config/read-config';
import type { CommandGroup } from '../command-context.ts';
import { BackupConfig } from '../config.ts';
import { checkBackup } from './check-backup.ts';
import { createBackup } from './create-backup.ts';
import type { Manifest } from './manifest.ts';
import { restoreBackup } from './restore-backup.ts';

/** Counts the rows of a backup by database, and its files of the audit, for programs. */
function summarize({ startedAt, databases, auditFiles }: Manifest): string {
  const rows: Record<string, object> = {};
  for (const { name, clusterTime, collections } of databases) {
    const documents = collections.reduce((sum, collection) => sum + collection.documents, 0);
    rows[name] = { documents, at: new Date(clusterTime * 1000).toISOString() };
  }
  return JSON.stringify({ startedAt, databases: rows, auditFiles: auditFiles.length });
}

/** `pas backup` and `pas restore`: all databases of a system, at one time. */
export const backupCommands: CommandGroup = (program, { environment, print, remark, stopSignal }) => {
  const directory = ['<directory>', 'of one backup'] as const;
  const backup = program.command('backup').description('backups of all databases; see docs/backup.md');
  backup
    .command('create')
    .description('write a new backup while the system serves; the manifest is written last')
    .argument(...directory)
    .action(async (path: string) => {
      const config = readConfig(BackupConfig, environment);
      const { version, build } = describeBuild(environment['BUILD_ID'] || 'unknown');
      const signal = stopSignal?.() ?? new AbortController().signal;
      const release = `${version} (${build})`;
      const manifest = await createBackup(config, { directory: path, release, signal });
      print(summarize(manifest));
      if (manifest.auditFiles.length === 0)
        remark('It has no signed checkpoints. If records are sealed, check AUDIT_CHECKPOINT_DIR.');
      remark('The backup is complete. It contains no secrets: keep those that its manifest names elsewhere.');
    });
  backup
    .command('check')
    .description('check the hashes and documents of a backup, without a database')
    .argument(...directory)
    .action(async (path: string) => print(summarize(await checkBackup(path))));
  backup
    .command('restore')
    .description('check a backup, then load it into empty databases; stop all services first')
    .argument(...directory)
    .option('--replace', 'remove the rows that the databases have', false)
    .action(async (path: string, { replace }: { replace: boolean }) => {
      const config = readConfig(BackupConfig, environment);
      print(summarize(await restoreBackup(config, { directory: path, replace })));
      remark(
        'All rows are restored. Next, for each environment: pas users apply, pas migrations apply, pas audit restored --reason "…".',
      );
    });
};
