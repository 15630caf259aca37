import { fieldChanges, type FieldChange } from '../audit/field-changes.ts';
import type { AuditActor } from '../audit/prepare-record.ts';
import type { Change } from '../change/commit.ts';
import { auditedInvite } from './audited-invite.ts';
import { plannedMessages } from './planned-messages.ts';
import { publishDispatch, type QueuedDeliveries } from './queue-deliveries.ts';

interface MadeWith {
  /** The creator, if it is not the caller of the request. */
  actor?: AuditActor;
  /** Entities that the invite belongs to, has made or has ended. A repeated entity is recorded once. */
  others?: readonly { type: string; id: string }[];
  /** Distinguishes the invite in a plan from others of its unit. Default: its contact. */
  planKey?: string | null;
  /** Further changes for the audit record. */
  changes?: readonly FieldChange[];
}

/** Publishes and records an inserted invite and its queued deliveries. */
export function recordInvite(
  change: Change,
  queued: QueuedDeliveries,
  { actor, others = [], planKey = queued.invite.contactKey, changes = [] }: MadeWith = {},
): void {
  const { _id: inviteId, propertyId, unitId, version } = queued.invite;
  change.publish({
    type: 'pas.v1.onboarding.invite.created',
    subject: inviteId,
    data: { aggregateVersion: version, inviteId, propertyId, unitId },
  });
  const distinct = new Map(others.map((other) => [`${other.type} ${other.id}`, other]));
  change.record({
    action: 'invite.created',
    ...(actor && { actor }),
    targets: [{ type: 'invite', id: inviteId }, ...distinct.values()],
    alsoPlanned: plannedMessages(
      inviteId,
      queued.added.map(({ channel }) => channel),
    ),
    created: new Map([[inviteId, { parentId: unitId, key: planKey }]]),
    propertyIds: [propertyId],
    changes: [...fieldChanges(null, queued.invite, auditedInvite), ...changes],
  });
  publishDispatch(change, queued);
}
