import { readConfig } from '@pas/platform/config/read-config';
import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { readFindings } from '@pas/platform/migrations/migration-finding';
import { readLedger } from '@pas/platform/migrations/read-ledger';
import { migrationIds } from '@pas/shared/migrations/all-migrations';
import { prepareDatabases } from '@pas/shared/migrations/prepare-databases';
import type { CommandGroup } from './command-context.ts';
import { CliConfig, MigrationsConfig } from './config.ts';
import { silentLog, withDatabases } from './open-stores.ts';

const beforeServices =
  'create the indexes that are missing and run the migrations that are pending; run it before a new version starts';

/** `pas indexes` and `pas migrations`: commands that prepare the databases before the services start. */
export const databasesCommands: CommandGroup = (program, { environment, operator: name, print, remark }) => {
  const apply = async (): Promise<void> => {
    const config = readConfig(MigrationsConfig, environment);
    const { MONGO_URL, CONTROL_MONGO_URL } = config;
    const { MIGRATIONS_MONGO_URL: core, MIGRATIONS_CONTROL_MONGO_URL: controlOwn } = config;
    const opened = {
      ...config,
      MONGO_URL: core ?? MONGO_URL,
      CONTROL_MONGO_URL: controlOwn ?? CONTROL_MONGO_URL ?? core,
    };
    const worker = { service: 'cli', name, environment: config.ENVIRONMENT, events: leaveToSweeper };
    await withDatabases(opened, async () => {
      await prepareDatabases({ ...worker, log: silentLog });
      const ledger = await readLedger(migrationIds);
      remark('All collections and indexes are there, and no migration is pending.');
      for (const { id, findings } of ledger.filter(({ findings: count }) => count > 0))
        remark(`${id} has found ${findings} rows to look at. Run pas migrations list --findings ${id}.`);
    });
  };
  const list = async ({ findings }: { findings?: string }): Promise<void> => {
    await withDatabases(readConfig(CliConfig, environment), async () => {
      const rows = findings === undefined ? await readLedger(migrationIds) : await readFindings(findings);
      for (const row of rows) print(JSON.stringify(row));
    });
  };
  program
    .command('indexes')
    .description('collections and indexes of the databases')
    .command('apply')
    .description(`${beforeServices}; the same as migrations apply`)
    .action(apply);
  const migrations = program.command('migrations').description('changes of stored rows that a release needs');
  migrations.command('apply').description(beforeServices).action(apply);
  migrations
    .command('list')
    .description('print what ran when and what it did, one JSON object a line')
    .option('--findings <migration>', 'print the rows that a migration reports instead')
    .action(list);
};
