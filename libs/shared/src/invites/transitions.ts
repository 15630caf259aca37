import { tenantNow, type TenantMoment } from '../context/tenant-now.ts';
import type { UpdateQuery } from 'mongoose';
import type { Change } from '../change/commit.ts';
import type { OperationContext } from '../context/operation-context.ts';
import { InviteModel, type Delivery, type InviteRow } from '../models/invite.ts';

type State = Pick<InviteRow, 'status' | 'expiredReason'>;

interface Transition {
  /** The required state of the invite at a moment. */
  from: (moment: TenantMoment) => object;
  to: State;
  event: 'accepted' | 'expired' | 'revoked' | 'resent';
  /** The audit action, if the transition is an operation of its own and not part of another one. */
  action: string;
}

const live = (at: TenantMoment) => ({ status: 'PENDING' as const, expiresAt: { $gt: tenantNow(at) } });
const lapsed = (at: TenantMoment) => ({ status: 'PENDING' as const, expiresAt: { $lte: tenantNow(at) } });
const expired = (expiredReason: State['expiredReason']): State => ({ status: 'EXPIRED', expiredReason });
const renewable = (at: TenantMoment) => ({ $or: [live(at), expired('TTL')] });
const ranOut = (at: TenantMoment) => ({ $or: [lapsed(at), expired('TTL')] });

/** The filter of invites that a person can still accept, in the time of their tenant. */
export const pendingAt = live;

/** The filter of invites past their end, whether or not that is stored. */
export const expiredAt = ranOut;

/** The state in which an invite begins. */
export const newInviteState: State = { status: 'PENDING', expiredReason: null };

/** Transitions of an invite (contract, section 4). Nothing else sets `status`. A dispatch does not change it. */
export const inviteTransitions = {
  accept: {
    from: live,
    to: { status: 'ACCEPTED', expiredReason: null },
    event: 'accepted',
    action: 'invite.accepted',
  },
  expire: { from: lapsed, to: expired('TTL'), event: 'expired', action: 'invite.expired' },
  supersede: { from: live, to: expired('SUPERSEDED'), event: 'expired', action: 'invite.superseded' },
  revoke: { from: live, to: expired('REVOKED'), event: 'revoked', action: 'invite.revoked' },
  resend: { from: renewable, to: newInviteState, event: 'resent', action: 'invite.resent' },
} as const satisfies Record<string, Transition>;

/** The invite to change, and the fields to store with its new state. */
interface InviteMove {
  /** The id, or the key of the one pending invite of a unit and contact; more conditions narrow it. */
  invite: { _id: string; tokenHash?: string } | { pendingKey: string };
  set?: UpdateQuery<InviteRow>['$set'];
  /** Items to append to lists of the row. */
  push?: UpdateQuery<InviteRow>['$push'];
  /** The deliveries that a resend adds. */
  added?: readonly Delivery[];
}

/** Returns the data of the events besides the invite itself. */
function eventOf(
  invite: InviteRow,
  { event, to }: Transition,
  added: readonly Delivery[],
): Parameters<Change['publish']>[0] {
  const { _id: inviteId, propertyId, unitId, version: aggregateVersion } = invite;
  const data = { aggregateVersion, inviteId, propertyId, unitId };
  const subject = inviteId;
  if (event === 'accepted')
    return {
      type: 'pas.v1.onboarding.invite.accepted',
      subject,
      data: { ...data, userId: invite.acceptedUserId ?? '' },
    };
  if (event === 'resent') {
    const deliveries = added.map(({ id, channel }) => ({ id, channel }));
    return { type: 'pas.v1.onboarding.invite.resent', subject, data: { ...data, deliveries } };
  }
  if (event === 'revoked') return { type: 'pas.v1.onboarding.invite.revoked', subject, data };
  const reason = to.expiredReason ?? 'TTL';
  return { type: 'pas.v1.onboarding.invite.expired', subject, data: { ...data, reason } };
}

/**
 * Changes the state of one invite inside a change, by one conditional write. If two changes race, only one finds the
 * required state and publishes the event.
 *
 * @returns the invite after the change; null if it is in another state
 */
export async function moveInvite(
  ctx: OperationContext,
  change: Change,
  { name, invite, set, push, added = [] }: InviteMove & { name: keyof typeof inviteTransitions },
): Promise<InviteRow | null> {
  const transition: Transition = inviteTransitions[name];
  const moved = await InviteModel.findOneAndUpdate(
    { ...invite, tenantId: ctx.tenantId, ...transition.from(ctx) },
    {
      $set: { ...transition.to, pendingKey: null, updatedAt: ctx.now, ...set },
      $inc: { version: 1 },
      ...(push && { $push: push }),
    },
    { session: change.session, returnDocument: 'after' },
  ).lean<InviteRow>();
  if (moved) change.publish(eventOf(moved, transition, added));
  return moved;
}
