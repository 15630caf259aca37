import type { ClientSession } from 'mongoose';
import type { TenantMoment } from '../context/tenant-now.ts';
import type { InviteRow } from '../models/invite.ts';
import { isCurrent, UserModel, type UserRow } from '../models/user.ts';
import { deadInvite } from './invite-state.ts';

/** Whether a resident may still invite people to a unit: as a main resident now, and not disabled. */
const mayInvite = ({ status, residences }: UserRow, unitId: string, at: TenantMoment): boolean =>
  status !== 'DISABLED' &&
  residences.some((home) => home.unitId === unitId && home.role === 'PRIMARY' && isCurrent(home, at));

/**
 * Requires that the resident who made an invite may still invite people to the unit. An invite of staff has no host.
 *
 * @throws gone (`invite_revoked`)
 */
export async function requireHost(
  invite: InviteRow,
  now: Date,
  session: ClientSession | null = null,
): Promise<void> {
  const { createdBy, tenantId, unitId } = invite;
  if (createdBy.type !== 'RESIDENT') return;
  const host = await UserModel.findOne({ _id: createdBy.id ?? '', tenantId, isLive: true })
    .session(session)
    .lean<UserRow>();
  if (host && mayInvite(host, unitId, { tenantId, now })) return;
  throw deadInvite({ ...invite, status: 'EXPIRED', expiredReason: 'REVOKED' }, now);
}
