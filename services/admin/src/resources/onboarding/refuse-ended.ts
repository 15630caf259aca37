import type { Fault } from '@pas/platform/errors/fault';
import { conflict } from '@pas/shared/errors/raise';
import { inviteStateAt } from '@pas/shared/invites/invite-state';
import type { InviteRow } from '@pas/shared/models/invite';

const alreadyAccepted = (): Fault =>
  conflict('invite_already_accepted', 'The invite has been accepted and cannot be changed any more.');

/** Refuses to change an accepted invite. */
export function refuseAccepted({ status }: Pick<InviteRow, 'status'>): void {
  if (status === 'ACCEPTED') throw alreadyAccepted();
}

/**
 * Refuses to send an invite that was accepted, revoked or replaced.
 *
 * @throws conflict with the way in which the invite has ended
 */
export function refuseEnded(invite: InviteRow, now: Date): void {
  const { status, expiredReason } = inviteStateAt(invite, now);
  if (status === 'ACCEPTED') throw alreadyAccepted();
  if (expiredReason === 'REVOKED')
    throw conflict('invite_revoked', 'The invite was revoked. Create a new one.');
  if (expiredReason === 'SUPERSEDED')
    throw conflict('invite_superseded', 'A newer invite or a residence has replaced this invite.');
}

/**
 * Requires that an invite can be accepted now.
 *
 * @throws conflict with the way in which the invite has ended
 */
export function requirePending(invite: InviteRow, now: Date): void {
  refuseEnded(invite, now);
  if (inviteStateAt(invite, now).status === 'EXPIRED')
    throw conflict('invite_expired', 'The invite has expired. Resend it: that renews it.');
}
