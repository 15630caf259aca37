import { runSweeps, type RunningSweeps, type SweepOptions } from '@pas/shared/sweeps/run-sweeps';
import type { Sweep } from '@pas/shared/sweeps/sweep';
import { testClockEnvironments } from '@pas/shared/test-clocks/follow-test-clocks';
import { advanceTestClocks } from './advance-test-clocks.ts';
import { announceExpiringKeys } from './announce-expiring-keys.ts';
import { expireAttempts } from './expire-attempts.ts';
import { expireImports } from './expire-imports.ts';
import { expireInvites } from './expire-invites.ts';
import { freeDialCodes } from './free-dial-codes.ts';
import { freePins } from './free-pins.ts';
import { markDoorsOffline } from './mark-doors-offline.ts';
import { markStaleDevices } from './mark-stale-devices.ts';
import { recoverWebhooks } from './recover-webhooks.ts';
import { remindInvites } from './remind-invites.ts';
import { applyDueResidences } from './apply-due-residences.ts';

/**
 * All sweeps except calls and erasures. The service that leads a call ends it. One erasure takes minutes, so
 * erasures have a separate sweeper.
 */
const everySweep = (environment: string): readonly Sweep[] => [
  expireAttempts,
  expireInvites,
  expireImports,
  remindInvites,
  markDoorsOffline,
  freePins,
  freeDialCodes,
  applyDueResidences,
  markStaleDevices,
  recoverWebhooks,
  announceExpiringKeys(environment),
  ...(testClockEnvironments.includes(environment) ? [advanceTestClocks] : []),
];

interface SweeperOptions extends Omit<SweepOptions, 'service' | 'sweeps'> {
  /** The sweeps to run; all by default. */
  sweeps?: readonly Sweep[];
}

/** Applies due changes in the background, until stopped. */
export const startSweeper = (options: SweeperOptions): RunningSweeps =>
  runSweeps({ service: 'admin', sweeps: everySweep(options.environment), ...options });
