import { tenantNow } from '../context/tenant-now.ts';
import { Fault } from '@pas/platform/errors/fault';
import { gone } from '../errors/raise.ts';
import type { InviteRow } from '../models/invite.ts';

type StoredInviteState = Pick<InviteRow, 'tenantId' | 'status' | 'expiredReason' | 'expiresAt'>;

export interface InviteState {
  status: InviteRow['status'];
  expiredReason: InviteRow['expiredReason'];
}

/**
 * Returns the state of an invite at a moment, in the time of its tenant. It expires at its time, even before the sweeper
 * stores it.
 */
export function inviteStateAt(invite: StoredInviteState, now: Date): InviteState {
  const { tenantId } = invite;
  if (invite.status === 'PENDING' && invite.expiresAt <= tenantNow({ tenantId, now }))
    return { status: 'EXPIRED', expiredReason: 'TTL' };
  return { status: invite.status, expiredReason: invite.expiredReason };
}

/** Returns the refusal for an invite that is pending again, because a failover rolled back a change. */
const stillPending = (): Fault =>
  new Fault('unavailable', 'busy', 'The invite is being changed at the moment. Try again.', {
    headers: { 'Retry-After': '1' },
  });

/** Returns the refusal of a dead link: 410 with the state of the invite. For a pending invite it is 503. */
export function deadInvite(invite: StoredInviteState, now: Date): Fault {
  const { status, expiredReason } = inviteStateAt(invite, now);
  if (status === 'PENDING') return stillPending();
  const members = { invite: { status, expiresAt: invite.expiresAt.toISOString() } };
  if (status === 'ACCEPTED') {
    return gone('invite_accepted', 'This invite has been used already. Sign in instead.', members);
  }
  if (expiredReason === 'TTL') {
    return gone(
      'invite_expired',
      'This invite has expired. Ask your property manager for a new one.',
      members,
    );
  }
  if (expiredReason === 'SUPERSEDED') {
    return gone(
      'invite_superseded',
      'This invite has been replaced. Use the newest link that you have, or sign in if you live here already.',
      members,
    );
  }
  return gone(
    'invite_revoked',
    'This invite is no longer valid. Ask your property manager for a new one.',
    members,
  );
}

/** @throws gone when the invite is not pending at that moment */
export function requirePendingInvite(invite: StoredInviteState, now: Date): void {
  if (inviteStateAt(invite, now).status !== 'PENDING') throw deadInvite(invite, now);
}
