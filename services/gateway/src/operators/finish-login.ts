import { Fault } from '@pas/platform/errors/fault';
import type { RedirectReply } from '@pas/platform/http/reply';
import type { PublicContext } from '@pas/shared/context/operation-context';
import { completeLogin, failedLogin, type CallbackQuery } from './complete-login.ts';
import type { Operators } from './operators.ts';
import type { PendingLogin } from './pending-login.ts';

/** Codes that end this log-in. After any other failure the browser may send the same callback again. */
const finalCodes: ReadonlySet<string> = new Set(['login_failed', 'organization_unknown']);

/** Adds the header with which the browser deletes its log-in cookie. */
function endingLogin(fault: Fault, { cookies }: Operators): Fault {
  if (!finalCodes.has(fault.code)) return fault;
  const headers = { ...fault.details.headers, 'Set-Cookie': cookies.login.clear() };
  const { kind, code, message, details } = fault;
  return Object.assign(new Fault(kind, code, message, { ...details, headers }), { cause: fault });
}

async function readPending(operators: Operators, cookie: string | undefined): Promise<PendingLogin | null> {
  const sealed = operators.cookies.login.read(cookie);
  return sealed === null ? null : operators.pendingLogins.open(sealed);
}

/** @throws failed log-in for an unexpected callback, or one without a code */
function requireExpected(pending: PendingLogin | null, { state, code, error }: CallbackQuery): PendingLogin {
  if (!pending) throw failedLogin('no log-in is under way in this browser');
  if (state === undefined || state !== pending.state) throw failedLogin('the state is of another log-in');
  if (code === undefined) throw failedLogin(`the provider has answered ${error ?? 'no code'}`);
  return pending;
}

/**
 * Handles the callback of the identity provider and starts the session. Failed callbacks count as wrong credentials of
 * their address; a cancelled log-in does not.
 *
 * @throws unauthenticated (`login_failed`), forbidden (`organization_unknown`), unavailable, rate_limited
 */
export async function finishLogin(
  operators: Operators,
  ctx: PublicContext,
  { query, cookie }: { query: CallbackQuery; cookie: string | undefined },
): Promise<RedirectReply> {
  const { cookies, failures } = operators;
  const address = ctx.client.ip ?? '';
  failures.requireOpen(address);
  const found = await readPending(operators, cookie);
  const isCanceled = query['error'] !== undefined && found?.state === query['state'];
  try {
    const pending = requireExpected(found, query);
    const previous = cookies.session.read(cookie);
    const value = await completeLogin(ctx, operators, { query, pending, previous });
    return {
      kind: 'redirect',
      location: pending.returnTo,
      cookies: [cookies.session.set(value), cookies.login.clear()],
    };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    if (error.code === 'login_failed' && !isCanceled) failures.count(address);
    throw endingLogin(error, operators);
  }
}
