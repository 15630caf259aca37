import { maxCodeTries, type ContactCodes } from '@pas/shared/accounts/contact-codes';
import type { Change } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { invalidField } from '@pas/shared/errors/raise';
import { ContactCodeModel, type ContactCodeRow } from '@pas/shared/models/contact-code';

/** The channel by which a code was sent. */
type Channel = ContactCodeRow['channel'];

const wrongCode = () =>
  invalidField('code', 'code_invalid', 'code: This code is wrong or no longer works. Ask for a new one.');

const openCodeOf = ({ tenantId, principal, now }: OperationContext, channel: Channel) => ({
  tenantId,
  userId: principal.id ?? '',
  channel,
  usedAt: null,
  expiresAt: { $gt: now },
});

/**
 * Counts a try of the newest request before the code is compared, so that concurrent tries respect the limit.
 *
 * @throws invalid when no request exists, or all of its tries are used
 */
async function takeTry(ctx: OperationContext, channel: Channel): Promise<ContactCodeRow> {
  const open = openCodeOf(ctx, channel);
  const newest = await ContactCodeModel.findOne(open).sort({ createdAt: -1, _id: -1 }).lean<ContactCodeRow>();
  if (!newest) throw wrongCode();
  const tried = await ContactCodeModel.findOneAndUpdate(
    { ...open, _id: newest._id, tries: { $lt: maxCodeTries } },
    { $inc: { tries: 1 } },
    { returnDocument: 'after' },
  ).lean<ContactCodeRow>();
  if (!tried) throw wrongCode();
  return tried;
}

/**
 * Checks a code of the signed-in resident, and counts the try.
 *
 * @returns the request of the code; `useCode` must follow in the change that stores the contact
 * @throws invalid for a wrong or expired code, and after too many tries
 */
export async function checkCode(
  ctx: OperationContext,
  codes: ContactCodes,
  { channel, code }: { channel: Channel; code: string },
): Promise<ContactCodeRow> {
  const request = await takeTry(ctx, channel);
  if (!codes.isCodeOf(request, code)) throw wrongCode();
  return request;
}

/**
 * Uses a checked code within a change. All other codes of the resident by the same channel then end.
 *
 * @throws invalid when a concurrent request has used it
 */
export async function useCode(
  ctx: OperationContext,
  { session }: Change,
  { _id, channel }: ContactCodeRow,
): Promise<void> {
  const used = { $set: { usedAt: ctx.now } };
  const open = openCodeOf(ctx, channel);
  const { matchedCount } = await ContactCodeModel.updateOne({ ...open, _id }, used, { session });
  if (matchedCount === 0) throw wrongCode();
  await ContactCodeModel.updateMany(open, used, { session });
}
