import type { PublicContext } from '../context/operation-context.ts';
import { unauthenticated } from '../errors/raise.ts';
import { sessionOfToken } from '../sessions/refresh-token.ts';
import { endSession } from './end-session.ts';

/**
 * Ends the session of a refresh token, even an old one, or else the caller's own session. A session that has already
 * ended is not an error.
 *
 * @throws unauthenticated when the request identifies no session
 */
export async function logOut(ctx: PublicContext, refreshToken: string | undefined): Promise<void> {
  const { sessionId } = ctx.principal;
  if (refreshToken !== undefined) {
    await endSession(ctx, sessionOfToken(refreshToken));
    return;
  }
  if (sessionId === null) throw unauthenticated('credentials_missing', 'Send a refreshToken or a Core JWT.');
  await endSession(ctx, { _id: sessionId });
}
