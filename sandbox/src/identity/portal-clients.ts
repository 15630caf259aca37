import type { AllClientMetadata } from 'oidc-provider';
import { signingAlgorithm } from './signing-key.ts';

/** Public clients of the portals. */
export interface PortalClients {
  readonly metadata: readonly (AllClientMetadata & { client_id: string })[];
  /** Returns whether a client belongs to a portal. */
  readonly has: (clientId: string) => boolean;
  /** Returns whether pages of an origin may call the token endpoint as a client. */
  readonly isOriginOf: (origin: string, clientId: string) => boolean;
}

/** Returns an origin, and for `localhost` the numeric one too (RFC 8252, section 7.3). */
const spellingsOf = (origin: string): string[] =>
  new URL(origin).hostname === 'localhost' ? [origin, origin.replace('localhost', '127.0.0.1')] : [origin];

/**
 * Describes a public client for each portal: code flow with PKCE, without a secret, which a browser cannot keep. Its id
 * is the portal's origin, so that `aud` and `azp` of its ID tokens name that origin.
 */
export function describePortals(portalUrls: readonly string[]): PortalClients {
  const origins = new Set(portalUrls.map((url) => new URL(url).origin));
  return {
    metadata: [...origins].map((origin) => ({
      client_id: origin,
      token_endpoint_auth_method: 'none',
      redirect_uris: spellingsOf(origin).map((spelling) => `${spelling}/portal/identity`),
      response_types: ['code'],
      grant_types: ['authorization_code'],
      id_token_signed_response_alg: signingAlgorithm,
    })),
    has: (clientId) => origins.has(clientId),
    isOriginOf: (origin, clientId) => origins.has(clientId) && spellingsOf(clientId).includes(origin),
  };
}
