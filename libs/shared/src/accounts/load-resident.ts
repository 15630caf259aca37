import type { OperationContext } from '../context/operation-context.ts';
import { forbidden, unauthenticated } from '../errors/raise.ts';
import { UserModel, type UserRow } from '../models/user.ts';
import type { ClientSession } from 'mongoose';

/** What a resident is told whom the property manager has locked out. */
export const residentDisabled = () =>
  forbidden('resident_disabled', 'This access has been disabled. Ask your property manager.');

/**
 * Reads the signed-in resident.
 *
 * @throws unauthenticated when the user has gone since the token was made, forbidden when it is disabled
 */
export async function loadResident(
  ctx: OperationContext,
  session: ClientSession | null = null,
): Promise<UserRow> {
  const filter = { _id: ctx.principal.id, tenantId: ctx.tenantId, kind: 'RESIDENT', isLive: true } as const;
  const user = await UserModel.findOne(filter).session(session).lean<UserRow>();
  if (!user) throw unauthenticated('token_invalid', 'This person no longer has access. Sign in again.');
  if (user.status === 'DISABLED') throw residentDisabled();
  return user;
}
