import { newId } from '@pas/shared/ids/id';
import { newRow } from '@pas/shared/models/new-row';
import type { UnlockAttemptRow } from '@pas/shared/models/unlock-attempt';

/** Makes an attempt of a resident at the controller of a door. */
export function attemptFor(controller: UnlockAttemptRow['controller'], msLeft = 10_000): UnlockAttemptRow {
  return {
    ...newRow({ tenantId: newId('tenant'), now: new Date() }, 'unlockAttempt'),
    accessPointId: newId('accessPoint'),
    propertyId: newId('property'),
    controller,
    openSeconds: 5,
    subject: { type: 'RESIDENT', id: newId('user') },
    passId: null,
    keys: [],
    holder: newId('user'),
    turn: 1,
    status: 'PENDING',
    confirmed: false,
    error: null,
    expiresAt: new Date(Date.now() + msLeft),
    endedAt: null,
  };
}
