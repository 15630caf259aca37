import { Fault } from '@pas/platform/errors/fault';
import { gone } from '../errors/raise.ts';
import type { InviteRow } from '../models/invite.ts';

type Timed = Pick<InviteRow, 'status' | 'expiredReason' | 'expiresAt'>;

export interface InviteState {
  status: InviteRow['status'];
  expiredReason: InviteRow['expiredReason'];
}

/** The state of an invite at a moment: it expires at its time, also before the sweeper stores that. */
export function inviteStateAt(invite: Timed, now: Date): InviteState {
  if (invite.status === 'PENDING' && invite.expiresAt <= now)
    return { status: 'EXPIRED', expiredReason: 'TTL' };
  return { status: invite.status, expiredReason: invite.expiredReason };
}

/** The refusal where an invite that a change has found dead is alive: a failover has taken that change back. */
const stillPending = (): Fault =>
  new Fault('unavailable', 'busy', 'The invite is being changed at the moment. Try again.', {
    headers: { 'Retry-After': '1' },
  });

/** The refusal for a dead link: 410 and the state of the invite; 503 for an invite that is alive. */
export function deadInvite(invite: Timed, now: Date): Fault {
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

/** @throws gone when the invite is dead at that moment */
export function refuseDead(invite: Timed, now: Date): void {
  if (inviteStateAt(invite, now).status !== 'PENDING') throw deadInvite(invite, now);
}
