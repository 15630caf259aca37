import { runMigrations } from '@pas/platform/migrations/run-migrations';
import type { Worker } from '../context/work-context.ts';
import { applyAllIndexes } from '../models/apply-all-indexes.ts';
import { allMigrations } from './all-migrations.ts';

/**
 * Prepares the databases of an environment for this release: collections, indexes and validators first, then the
 * migrations that are pending. It is the one step of a deployment that comes before the services.
 */
export async function prepareDatabases(worker: Worker): Promise<void> {
  await applyAllIndexes();
  await runMigrations(allMigrations(worker));
}
