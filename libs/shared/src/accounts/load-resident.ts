import type { OperationContext } from '../context/operation-context.ts';
import { forbidden, unauthenticated } from '../errors/raise.ts';
import { userStatusAt } from '../models/former.ts';
import { UserModel, type UserRow } from '../models/user.ts';
import type { ClientSession } from 'mongoose';

/** Returns the refusal of a resident whom the property manager has disabled. */
export const residentDisabled = () =>
  forbidden('resident_disabled', 'This access has been disabled. Ask your property manager.');

/** Returns the refusal of a person who has moved out of every home at the tenant. */
export const residentFormer = () =>
  forbidden('resident_former', 'You have moved out. Ask your property manager for a new invite.');

/** Returns the refusal of a person who is a resident of no tenant. */
export const residentNotFound = () =>
  forbidden(
    'resident_not_found',
    'No property has this e-mail on record. Ask your property manager for an invite.',
  );

/** @throws forbidden for a resident who is disabled, or who has moved out of every home at the tenant */
export function requireAdmitted(user: Pick<UserRow, 'tenantId' | 'status' | 'formerDueAt'>, now: Date): void {
  const status = userStatusAt(user, now);
  if (status === 'DISABLED') throw residentDisabled();
  if (status === 'FORMER') throw residentFormer();
}

/**
 * Reads the signed-in resident.
 *
 * @throws unauthenticated when the user was deleted after the token was issued, forbidden for a disabled or former user
 */
export async function loadResident(
  ctx: OperationContext,
  session: ClientSession | null = null,
): Promise<UserRow> {
  const filter = { _id: ctx.principal.id, tenantId: ctx.tenantId, kind: 'RESIDENT', isLive: true } as const;
  const user = await UserModel.findOne(filter).session(session).lean<UserRow>();
  if (!user) throw unauthenticated('token_invalid', 'This person no longer has access. Sign in again.');
  requireAdmitted(user, ctx.now);
  return user;
}
