import type { PublicContext } from '@pas/shared/context/operation-context';
import { unauthenticated } from '@pas/platform/errors/raise';
import { hashRefreshToken } from '@pas/shared/sessions/refresh-token';
import { endSession } from '../sessions/end-session.ts';

/**
 * Ends the session of a refresh token, an old one too, or else the caller's own. A session that has ended already is
 * no failure: the person is signed out, which is what they want.
 *
 * @throws unauthenticated when the caller names no session in either way
 */
export async function logOut(ctx: PublicContext, refreshToken: string | undefined): Promise<void> {
  const { sessionId } = ctx.principal;
  if (refreshToken !== undefined) {
    const hash = hashRefreshToken(refreshToken);
    await endSession(ctx, { $or: [{ refreshTokenHash: hash }, { usedTokenHashes: hash }] });
    return;
  }
  if (sessionId === null) throw unauthenticated('credentials_missing', 'Send a refreshToken or a Core JWT.');
  await endSession(ctx, { _id: sessionId });
}
