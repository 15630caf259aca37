import { isDuplicateIn } from '@pas/platform/mongo/duplicate-key';
import type { ContactCodes } from '@pas/shared/accounts/contact-codes';
import { loadResident } from '@pas/shared/accounts/load-resident';
import { commit } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { conflict } from '@pas/shared/errors/raise';
import type { UserRow } from '@pas/shared/models/user';
import { checkCode, useCode } from './check-code.ts';
import type { SentCode } from './code.schema.ts';
import { moveEmail } from './move-email.ts';

const emailTaken = () => {
  const code = 'already_exists';
  const message = 'email: Another person uses this address. Use another one, or ask your property manager.';
  return conflict(code, message, { errors: [{ path: 'email', code, message }] });
};

/**
 * Changes the e-mail of the signed-in person, at all tenants, by the code of a mail. The code works once, and the other
 * codes to e-mail addresses of the resident then end.
 *
 * @throws invalid for a wrong or expired code, and after too many tries
 * @throws conflict when another account, or another user of one of the tenants, has the address
 */
export async function verifyEmail(
  ctx: OperationContext,
  codes: ContactCodes,
  { code }: SentCode,
): Promise<UserRow> {
  const request = await checkCode(ctx, codes, { channel: 'EMAIL', code });
  const write = commit(ctx, async (change) => {
    await useCode(ctx, change, request);
    return moveEmail(ctx, change, { user: await loadResident(ctx, change.session), email: request.to });
  });
  return write.catch((error: unknown) => {
    throw isDuplicateIn(error, ['emailKey']) ? emailTaken() : error;
  });
}
