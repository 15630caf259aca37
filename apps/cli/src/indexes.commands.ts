import { readConfig } from '@pas/platform/config/read-config';
import { applyAllIndexes } from '@pas/shared/models/apply-all-indexes';
import type { CommandGroup } from './command-context.ts';
import { CliConfig } from './config.ts';
import { withDatabases } from './open-stores.ts';

/** `pas indexes`: what the databases need before the services start. */
export const indexesCommands: CommandGroup = (program, { environment, remark }) => {
  program
    .command('indexes')
    .description('collections and indexes of the databases')
    .command('apply')
    .description('create what is missing; run it before a new version starts')
    .action(async () => {
      await withDatabases(readConfig(CliConfig, environment), applyAllIndexes);
      remark('All collections and indexes are there.');
    });
};
