import { Fault } from '@pas/platform/errors/fault';
import type { RedirectReply } from '@pas/platform/http/reply';
import type { PublicContext } from '@pas/shared/context/operation-context';
import type { Principal } from '@pas/shared/principal/principal';
import { completeLogin, failedLogin, type CallbackQuery } from './complete-login.ts';
import { isState } from './operator-cookies.ts';
import type { Operators } from './operators.ts';
import { pendingSeconds, type PendingLogin } from './pending-login.ts';

/** Codes that end this log-in. After any other failure the browser may send the same callback again. */
const finalCodes: ReadonlySet<string> = new Set([
  'login_failed',
  'organization_unknown',
  'setup_link_mismatch',
  'link_ended',
]);

/** Adds the header with which the browser deletes the cookie of this log-in. */
function endingLogin(fault: Fault, { cookies }: Operators, { state }: PendingLogin): Fault {
  if (!finalCodes.has(fault.code)) return fault;
  const headers = { ...fault.details.headers, 'Set-Cookie': cookies.login(state).clear() };
  const { kind, code, message, details } = fault;
  return Object.assign(new Fault(kind, code, message, { ...details, headers }), { cause: fault });
}

/** A request with which the provider sends a browser back. */
interface Callback {
  query: CallbackQuery;
  /** The Cookie header. */
  cookie: string | undefined;
  /** The address of ours that the browser uses. */
  publicUrl: string;
}

async function readPending(
  { cookies, pendingLogins }: Operators,
  { state, cookie }: { state: string | undefined; cookie: string | undefined },
): Promise<PendingLogin | null> {
  if (!isState(state)) return null;
  const pending = await pendingLogins.open(cookies.login(state).read(cookie) ?? '');
  return pending?.state === state ? pending : null;
}

/** Whether a browser has a session, and the log-in of its callback is done or has lost its cookie. */
const isRepeated = (
  found: PendingLogin | null,
  { state }: CallbackQuery,
  { sessionId }: Principal,
): boolean => sessionId !== null && (found === null ? isState(state) : found.isDone);

/** @throws failed log-in for an unexpected callback, or one without a code */
function requireExpected(pending: PendingLogin | null, { code, error }: CallbackQuery): PendingLogin {
  if (!pending) throw failedLogin('this log-in is not under way in this browser');
  if (pending.isDone) throw failedLogin('this log-in was completed before');
  if (code === undefined) throw failedLogin(`the provider has answered ${error ?? 'no code'}`);
  return pending;
}

/** Completes a log-in. Marks its cookie as done, for a browser that goes back to the callback. */
async function complete(
  operators: Operators,
  ctx: PublicContext,
  { callback, pending }: { callback: Callback; pending: PendingLogin },
): Promise<RedirectReply> {
  const { cookies, pendingLogins } = operators;
  const { cookie, ...request } = callback;
  const previous = cookies.session.read(cookie);
  const value = await completeLogin(ctx, operators, { ...request, pending, previous });
  const done = await pendingLogins.seal({ ...pending, isDone: true });
  return {
    kind: 'redirect',
    location: pending.returnTo,
    cookies: [cookies.session.set(value), cookies.login(pending.state).set(done, pendingSeconds)],
  };
}

/**
 * Handles the callback of the identity provider and starts the session. Failed callbacks count as wrong credentials of
 * their address; a cancelled log-in does not. A repeated callback during a session redirects to its `returnTo`, or
 * to the start page if its cookie is gone.
 *
 * @throws unauthenticated (`login_failed`), forbidden (`organization_unknown`), unavailable, rate_limited
 */
export async function finishLogin(
  operators: Operators,
  ctx: PublicContext,
  callback: Callback,
): Promise<RedirectReply> {
  const { query, cookie } = callback;
  const { failures } = operators;
  const address = ctx.client.ip ?? '';
  failures.requireOpen(address);
  const found = await readPending(operators, { state: query['state'], cookie });
  if (isRepeated(found, query, ctx.principal))
    return { kind: 'redirect', location: found?.returnTo ?? '/', cookies: [] };
  try {
    return await complete(operators, ctx, { callback, pending: requireExpected(found, query) });
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const isCanceled = query['error'] !== undefined && found !== null;
    if (error.code === 'login_failed' && !isCanceled) failures.count(address);
    throw found ? endingLogin(error, operators, found) : error;
  }
}
