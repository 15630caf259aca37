import { createFairPlaces } from '@pas/platform/concurrency/fair-places';
import { rateLimited } from '@pas/platform/errors/raise';
import { unavailable } from '../errors/raise.ts';
import type { UnlockAttemptRow } from '../models/unlock-attempt.ts';

/**
 * Limits of this process's waiting commands: in total and at one door. A person has one at a door. A single tenant gets
 * at most half of the places. With more tenants, each share shrinks, and some places stay free.
 */
export const commandLimits = { all: 512, atDoor: 100 } as const;

/** Retry-After of a refused command, in seconds. */
const retryAfterSeconds = 1;

/** A door for which a place is requested. */
export type DoorRef = Pick<UnlockAttemptRow, 'tenantId' | 'accessPointId'>;

/** The place of one command. */
interface CommandPlace {
  /** Releases the place. A second call does nothing. */
  release(): void;
}

/** The places of the commands that wait for controllers. */
interface WaitingCommands {
  /**
   * Takes a place for one command.
   *
   * @throws unavailable (`overloaded`) when the door has too many commands or no place is free
   * @throws rate_limited when a tenant has too many commands
   */
  take(door: DoorRef): CommandPlace;
}

const tenantIsFull = () =>
  rateLimited(
    'The doors of this tenant have not answered many commands yet. Try again in a moment.',
    retryAfterSeconds,
  );
const allIsFull = () =>
  unavailable('Too many commands wait for doors. Try again in a moment.', 'overloaded', retryAfterSeconds);
const doorIsFull = () =>
  unavailable(
    'Too many commands wait for this door. Try again in a moment.',
    'overloaded',
    retryAfterSeconds,
  );

/** Prepares the places, all of them free. Silent controllers of one tenant cannot take the places of other tenants. */
export function createWaitingCommands(): WaitingCommands {
  const places = createFairPlaces({ places: commandLimits.all, weights: [1] });
  const counts = new Map<string, number>();
  const change = (key: string, by: 1 | -1): void => {
    const count = (counts.get(key) ?? 0) + by;
    if (count > 0) counts.set(key, count);
    else counts.delete(key);
  };
  return {
    take({ tenantId, accessPointId: door }) {
      if ((counts.get(door) ?? 0) >= commandLimits.atDoor) throw doorIsFull();
      const outcome = places.tryTake([tenantId]);
      if (outcome !== 'taken') throw outcome === 'full' ? allIsFull() : tenantIsFull();
      change(door, 1);
      let isHeld = true;
      return {
        release() {
          if (!isHeld) return;
          isHeld = false;
          change(door, -1);
          places.release([tenantId]);
        },
      };
    },
  };
}
