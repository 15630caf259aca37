import { readConfig } from '@pas/platform/config/read-config';
import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { readFindings } from '@pas/platform/migrations/migration-finding';
import { readLedger } from '@pas/platform/migrations/read-ledger';
import type { Worker } from '@pas/shared/context/work-context';
import { allMigrations } from '@pas/shared/migrations/all-migrations';
import { prepareDatabases } from '@pas/shared/migrations/prepare-databases';
import type { CommandGroup } from './command-context.ts';
import { CliConfig, MigrationsConfig } from './config.ts';
import { silentLog, withDatabases } from './open-stores.ts';

const beforeServices =
  'create the indexes that are missing and run the migrations that are pending; run it before a new version starts';

/** `pas indexes` and `pas migrations`: commands that prepare the databases before the services start. */
export const databasesCommands: CommandGroup = (program, context) => {
  const { environment, operator: name, migrations: make = allMigrations, print, remark } = context;
  const workerIn = ({ ENVIRONMENT }: CliConfig): Worker => ({
    service: 'cli',
    name,
    environment: ENVIRONMENT,
    events: leaveToSweeper,
    log: silentLog,
  });
  const apply = async (): Promise<void> => {
    const config = readConfig(MigrationsConfig, environment);
    const { MONGO_URL, CONTROL_MONGO_URL } = config;
    const { MIGRATIONS_MONGO_URL: core, MIGRATIONS_CONTROL_MONGO_URL: controlOwn } = config;
    const opened = {
      ...config,
      MONGO_URL: core ?? MONGO_URL,
      CONTROL_MONGO_URL: controlOwn ?? CONTROL_MONGO_URL ?? core,
    };
    const worker = workerIn(config);
    const migrations = make(worker);
    await withDatabases(opened, async () => {
      await prepareDatabases(worker, migrations);
      const ledger = await readLedger(migrations.map(({ id }) => id));
      remark('All collections and indexes are there, and no migration is pending.');
      for (const { id, findings } of ledger.filter(({ findings: count }) => count > 0))
        remark(`${id} has found ${findings} rows to look at. Run pas migrations list --findings ${id}.`);
    });
  };
  const list = async ({ findings }: { findings?: string }): Promise<void> => {
    const config = readConfig(CliConfig, environment);
    const ids = make(workerIn(config)).map(({ id }) => id);
    await withDatabases(config, async () => {
      const rows = findings === undefined ? await readLedger(ids) : await readFindings(findings);
      for (const row of rows) print(JSON.stringify(row));
    });
  };
  program
    .command('indexes')
    .description('collections and indexes of the databases')
    .command('apply')
    .description(`${beforeServices}; the same as migrations apply`)
    .action(apply);
  const group = program.command('migrations').description('changes of stored rows that a release needs');
  group.command('apply').description(beforeServices).action(apply);
  group
    .command('list')
    .description('print what ran when and what it did, one JSON object a line')
    .option('--findings <migration>', 'print the rows that a migration reports instead')
    .action(list);
};
