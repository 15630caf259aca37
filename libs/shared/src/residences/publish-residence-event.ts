import type { Change } from '../change/commit.ts';
import type { Residence, UserRow } from '../models/user.ts';

/** Tells in a change that a residence has begun or is over. */
export function publishResidenceEvent(
  change: Change,
  what: 'started' | 'ended',
  { user, residence }: { user: Pick<UserRow, '_id' | 'version'>; residence: Residence },
): void {
  const { id: residenceId, propertyId, unitId, inviteId } = residence;
  change.publish({
    type: `pas.v1.onboarding.residence.${what}`,
    subject: residenceId,
    data: { aggregateVersion: user.version, userId: user._id, residenceId, propertyId, unitId, inviteId },
  });
}
