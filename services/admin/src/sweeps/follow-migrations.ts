import { isolate } from '@pas/platform/background/isolate';
import type { CommittedEvents } from '@pas/platform/events/committed-events';
import { runAsHolder } from '@pas/platform/leases/run-as-holder';
import type { Logger } from '@pas/platform/log/logger';
import {
  followUpMigrations,
  isFollowUpDue,
  openMigrationLease,
} from '@pas/platform/migrations/run-migrations';
import { allMigrations } from '@pas/shared/migrations/all-migrations';

interface FollowMigrations {
  environment: string;
  events: CommittedEvents;
  log: Logger;
  /** Interval between runs, in milliseconds; default five minutes. */
  everyMs?: number;
}

/**
 * Repeats a migration every five minutes for a day, in one replica. Processes of the previous release may
 * still run and write rows in the old format.
 */
export function startFollowingMigrations({ everyMs = 300_000, ...program }: FollowMigrations): {
  stop(): Promise<void>;
} {
  const { log } = program;
  const migrations = allMigrations({ service: 'admin', name: 'Migration', ...program });
  return runAsHolder({
    name: 'follow-up of migrations',
    lease: openMigrationLease(),
    renewMs: 3000,
    everyMs: Math.min(everyMs, 60_000),
    hasWork: () => isFollowUpDue(everyMs),
    round: async () => {
      for (const migration of migrations) {
        const piece = { work: 'follow-up of migrations', log, about: { migration: migration.id } };
        await isolate(piece, () => followUpMigrations([migration]));
      }
      return false;
    },
    log,
  });
}
