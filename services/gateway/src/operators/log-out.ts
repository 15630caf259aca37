import { Fault } from '@pas/platform/errors/fault';
import { withTenant } from '@pas/platform/context/operation-context';
import type { PublicContext } from '@pas/shared/context/operation-context';
import { buildEndSessionUrl } from 'openid-client';
import type { Operators } from './operators.ts';
import { revokeSession } from './revoke-session.ts';

/** Finds the address of the provider's log-out; null if the provider has none or is unavailable. */
async function logoutUrlOf({ client }: Operators, publicUrl: string): Promise<string | null> {
  const configuration = await client.connect().catch(() => null);
  if (!configuration?.serverMetadata().end_session_endpoint) return null;
  return buildEndSessionUrl(configuration, { post_logout_redirect_uri: `${publicUrl}/` }).href;
}

/**
 * Ends the session of a request, if it has a live one.
 *
 * @param publicUrl the address of ours that the browser uses
 * @returns the address at which the provider ends its own session (OpenID Connect RP-Initiated Logout)
 */
export async function logOut(
  operators: Operators,
  ctx: PublicContext,
  publicUrl: string,
): Promise<string | null> {
  const { id: subject, tenantId, sessionId } = ctx.principal;
  if (subject !== null && tenantId !== null && sessionId !== null) {
    const person = { issuer: operators.issuer.issuer, subject };
    await revokeSession(withTenant(ctx, tenantId), person, sessionId).catch((error: unknown) => {
      // Another request has ended it in the meantime.
      if (!(error instanceof Fault) || error.kind !== 'not_found') throw error;
    });
  }
  return logoutUrlOf(operators, publicUrl);
}
