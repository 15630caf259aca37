import type { Change } from '../change/commit.ts';
import type { Residence, UserRow } from '../models/user.ts';

/** Adds the event of a residence that has started or ended to a change. */
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
