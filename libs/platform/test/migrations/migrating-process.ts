import { runMigrations } from '@pas/platform/migrations/run-migrations';
import { connectDatabases, core, disconnectDatabases } from '@pas/platform/mongo/connections';
import { exampleMigration } from '@pas/testing/example-migration';

// A process that migrates and records its batches, unless it is killed before the end.
const [, , coreUrl = '', controlUrl = ''] = process.argv;
const example = exampleMigration();

await connectDatabases({ core: coreUrl, control: controlUrl });
await runMigrations([
  {
    ...example,
    runBatch: async (position) => {
      await core.collection<{ position: string | null }>('example_batches').insertOne({ position });
      return example.runBatch(position);
    },
  },
]);
await disconnectDatabases();
