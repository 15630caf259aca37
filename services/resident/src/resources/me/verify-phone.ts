import { heldProperties } from '@pas/shared/residences/held-properties';
import { withSources } from '@pas/platform/mongo/derive-fields';
import type { ContactCodes } from '@pas/shared/accounts/contact-codes';
import { loadResident } from '@pas/shared/accounts/load-resident';
import { auditedResident } from '@pas/shared/accounts/resident.schema';
import { fieldChanges } from '@pas/shared/audit/field-changes';
import { commit, type Change } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { checkCode, useCode } from './check-code.ts';
import type { SentCode } from './code.schema.ts';

/** Stores the phone of the resident as verified. An unchanged phone changes nothing that clients see. */
async function savePhone(
  ctx: OperationContext,
  change: Change,
  user: UserRow,
  phone: string,
): Promise<UserRow> {
  const changes = fieldChanges(user, { ...user, phone }, auditedResident);
  const own = { _id: user._id, tenantId: ctx.tenantId };
  if (changes.length === 0) {
    await UserModel.updateOne(own, { $set: { verifiedPhone: phone } }, { session: change.session });
    return user;
  }
  const saved = {
    ...withSources(UserModel, user, { phone, verifiedPhone: phone }),
    version: user.version + 1,
    updatedAt: ctx.now,
  };
  await UserModel.updateOne(own, { $set: saved }, { session: change.session });
  const propertyIds = heldProperties(user, ctx);
  change.record({ action: 'user.updated', targets: [{ type: 'user', id: user._id }], changes, propertyIds });
  return { ...user, ...saved };
}

/**
 * Sets the phone of the signed-in resident by its code. The code works once, and all codes to phones of the resident
 * then end.
 *
 * @throws invalid for a wrong or expired code, and after too many tries
 */
export async function verifyPhone(
  ctx: OperationContext,
  codes: ContactCodes,
  { code }: SentCode,
): Promise<UserRow> {
  const request = await checkCode(ctx, codes, { channel: 'SMS', code });
  return commit(ctx, async (change) => {
    await useCode(ctx, change, request);
    return savePhone(ctx, change, await loadResident(ctx, change.session), request.to);
  });
}
