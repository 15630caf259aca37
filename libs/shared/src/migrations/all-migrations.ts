import type { Migration } from '@pas/platform/migrations/migration';
import type { Worker } from '../context/work-context.ts';
import { emailKeys } from './email-keys.ts';
import { unitDialCodes } from './unit-dial-codes.ts';
import { searchFields } from './search-fields.ts';
import { unitLabelKeys } from './unit-label-keys.ts';

const migrations: Readonly<Record<string, (id: string, worker: Worker) => Migration>> = {
  '0001-unit-label-keys': unitLabelKeys,
  '0002-unit-dial-codes': unitDialCodes,
  '0003-email-keys': emailKeys,
  '0004-search-fields': searchFields,
  '0005-pass-search-fields': searchFields,
};

/** Names of the migrations of this release. */
export const migrationIds = Object.keys(migrations);

/**
 * Returns the migrations of an environment's database in the order of execution. A migration is removed when all
 * supported upgrades start after it.
 *
 * @param worker the program that runs them, as the actor in the audit
 */
export function allMigrations(worker: Worker): readonly Migration[] {
  return Object.entries(migrations).map(([id, migration]) =>
    migration(id, { ...worker, name: `Migration ${id}` }),
  );
}
