import { withSources } from '@pas/platform/mongo/derive-fields';
import { loadResident } from '@pas/shared/accounts/load-resident';
import { maxPhoneCodeTries, type PhoneCodes } from '@pas/shared/accounts/phone-codes';
import { auditedResident } from '@pas/shared/accounts/resident.schema';
import { fieldChanges } from '@pas/shared/audit/field-changes';
import { commit, type Change } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { invalidField } from '@pas/shared/errors/raise';
import { PhoneCodeModel, type PhoneCodeRow } from '@pas/shared/models/phone-code';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import type { VerifyPhone } from './phone.schema.ts';

const wrongCode = () =>
  invalidField('code', 'code_invalid', 'code: This code is wrong or no longer works. Ask for a new one.');

const openCodeOf = ({ tenantId, principal, now }: OperationContext) => ({
  tenantId,
  userId: principal.id ?? '',
  usedAt: null,
  expiresAt: { $gt: now },
});

/**
 * Counts a try of the newest request before the code is compared, so that concurrent tries respect the limit.
 *
 * @throws invalid when no request exists, or all of its tries are used
 */
async function takeTry(ctx: OperationContext): Promise<PhoneCodeRow> {
  const newest = await PhoneCodeModel.findOne(openCodeOf(ctx))
    .sort({ createdAt: -1, _id: -1 })
    .lean<PhoneCodeRow>();
  if (!newest) throw wrongCode();
  const tried = await PhoneCodeModel.findOneAndUpdate(
    { ...openCodeOf(ctx), _id: newest._id, tries: { $lt: maxPhoneCodeTries } },
    { $inc: { tries: 1 } },
    { returnDocument: 'after' },
  ).lean<PhoneCodeRow>();
  if (!tried) throw wrongCode();
  return tried;
}

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
  const propertyIds = user.residences.map(({ propertyId }) => propertyId);
  change.record({ action: 'user.updated', targets: [{ type: 'user', id: user._id }], changes, propertyIds });
  return { ...user, ...saved };
}

/**
 * Sets the phone of the signed-in resident by its code. The code works once, and all codes of the resident then end.
 *
 * @throws invalid for a wrong or expired code, and after too many tries
 */
export async function verifyPhone(
  ctx: OperationContext,
  codes: PhoneCodes,
  { code }: VerifyPhone,
): Promise<UserRow> {
  const request = await takeTry(ctx);
  if (!codes.isCodeOf(request, code)) throw wrongCode();
  return commit(ctx, async (change) => {
    const { session } = change;
    const used = { $set: { usedAt: ctx.now } };
    const own = { ...openCodeOf(ctx), _id: request._id };
    const { matchedCount } = await PhoneCodeModel.updateOne(own, used, { session });
    if (matchedCount === 0) throw wrongCode();
    await PhoneCodeModel.updateMany(openCodeOf(ctx), used, { session });
    return savePhone(ctx, change, await loadResident(ctx, session), request.phone);
  });
}
