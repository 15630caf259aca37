import type { GuessLimits } from '@pas/shared/accounts/guess-limits';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { forbidden } from '@pas/shared/errors/raise';
import type { AccountRow } from '@pas/shared/models/account';
import { SessionModel, type SessionRow } from '@pas/shared/models/session';
import { loggedInAt } from '@pas/shared/sessions/start-session';
import { requirePassword } from './require-password.ts';

/** Age until which a log-in allows a change of credentials, in milliseconds. */
const freshMs = 900_000;

/** Whether the log-in of the request's session is at most 15 minutes old. */
async function hasFreshLogin({ principal, now }: OperationContext): Promise<boolean> {
  const { id, sessionId } = principal;
  const own = { _id: sessionId ?? '', userId: id ?? '' };
  const session = await SessionModel.findOne(own).lean<SessionRow>();
  return session !== null && now.getTime() - loggedInAt(session).getTime() <= freshMs;
}

/** The account of the signed-in person, and the password, if the request contains one. */
interface OwnerProof {
  account: AccountRow;
  password: string | undefined;
}

/**
 * Requires proof that the caller owns the account: the password, or a log-in of the last 15 minutes. A sent password is
 * always checked. An account without a password needs the log-in.
 *
 * @throws forbidden for a wrong password or an old log-in, rate_limited after too many wrong passwords
 */
export async function requireOwner(
  ctx: OperationContext,
  limits: GuessLimits,
  { account, password }: OwnerProof,
): Promise<void> {
  if (password !== undefined && account.passwordHash !== null)
    return requirePassword(ctx, limits, { account, password });
  if (await hasFreshLogin(ctx)) return;
  const message = 'This needs the current password, or a log-in of the last 15 minutes. Log in again.';
  throw forbidden('login_too_old', message);
}
