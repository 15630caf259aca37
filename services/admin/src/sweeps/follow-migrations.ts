import { isolate } from '@pas/platform/background/isolate';
import { runAsHolder } from '@pas/platform/leases/run-as-holder';
import type { Logger } from '@pas/platform/log/logger';
import type { Migration } from '@pas/platform/migrations/migration';
import {
  followUpMigrations,
  isFollowUpDue,
  migrationRenewMs,
  openMigrationLease,
} from '@pas/platform/migrations/run-migrations';

interface FollowUpOptions {
  /** The migrations of this release. */
  migrations: readonly Migration[];
  log: Logger;
  /** Interval between runs, in milliseconds; default five minutes. */
  everyMs?: number;
}

/**
 * Repeats each migration every five minutes, for a day after its end. One replica does it. Processes of the
 * previous release may still run and write rows in the old format.
 */
export function startFollowingMigrations({ migrations, log, everyMs = 300_000 }: FollowUpOptions): {
  stop(): Promise<void>;
} {
  return runAsHolder({
    name: 'follow-up of migrations',
    lease: openMigrationLease(),
    renewMs: migrationRenewMs,
    untilNextMs: () => Math.min(everyMs, 60_000),
    hasWork: () => isFollowUpDue(migrations, everyMs),
    round: async (mayContinue) => {
      for (const migration of migrations) {
        const piece = { work: 'follow-up of migrations', log, about: { migration: migration.id } };
        await isolate(piece, async () => {
          if (await isFollowUpDue([migration], everyMs)) await followUpMigrations([migration], mayContinue);
        });
      }
      return false;
    },
    log,
  });
}
