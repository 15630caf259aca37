import type { Migration } from '@pas/platform/migrations/migration';
import type { Worker } from '../context/work-context.ts';
import { archivedFences } from './archived-fences.ts';
import { claimedPhones } from './claimed-phones.ts';
import { formerDueTimes } from './former-due-times.ts';
import { phoneSearchWords } from './phone-search-words.ts';
import { unitLabelKeys } from './unit-label-keys.ts';

const migrations = {
  '0001-unit-label-keys': unitLabelKeys,
  '0002-phone-search-words': phoneSearchWords,
  '0003-former-due-times': formerDueTimes,
  '0004-archived-fences': archivedFences,
  '0005-claimed-phones': claimedPhones,
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
