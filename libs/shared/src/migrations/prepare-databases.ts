import type { Migration } from '@pas/platform/migrations/migration';
import { runMigrations } from '@pas/platform/migrations/run-migrations';
import type { Worker } from '../context/work-context.ts';
import { applyAllIndexes } from '../models/apply-all-indexes.ts';
import { allMigrations } from './all-migrations.ts';

/**
 * Prepares the databases of an environment for this release: first collections, indexes and validators, then pending
 * migrations. A deployment runs it before it starts the services.
 */
export async function prepareDatabases(
  worker: Worker,
  migrations: readonly Migration[] = allMigrations(worker),
): Promise<void> {
  await applyAllIndexes();
  await runMigrations(migrations);
}
