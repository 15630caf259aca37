import type { CredentialCache } from '../auth/credential-cache.ts';
import type { FailedCredentials } from '../auth/failed-credentials.ts';
import type { GatewayConfig } from '../config.ts';
import type { PinnedIssuer } from '../staff/verify-staff-token.ts';
import { createCrossSiteCheck } from './cross-site-check.ts';
import { createOidcClient } from './oidc-client.ts';
import { operatorCookies } from './operator-cookies.ts';
import type { KnownSession } from './operator-session.ts';
import type { Operators } from './operators.ts';
import { createPendingLogins } from './pending-login.ts';
import { createPublicUrls } from './public-urls.ts';
import type { SessionUse } from './record-session-use.ts';
import { createSessionValues } from './session-values.ts';
import { createSessionVerifier } from './verify-session.ts';

export interface OperatorParts {
  issuers: readonly PinnedIssuer[];
  cache: CredentialCache<KnownSession>;
  use: SessionUse;
  failures: FailedCredentials;
}

/** Assembles the log-in of operators; null if no provider is configured. It sends no request to the provider. */
export function createOperators(config: GatewayConfig, parts: OperatorParts): Operators | null {
  const { OIDC_ISSUER, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, ENVIRONMENT } = config;
  const publicUrl = config.PUBLIC_URL ?? config.PORTAL_URL;
  const issuer = parts.issuers.find((pinned) => pinned.issuer === OIDC_ISSUER);
  if (!issuer || clientId === undefined || clientSecret === undefined || publicUrl === undefined) return null;
  const cookies = operatorCookies(publicUrl, ENVIRONMENT);
  const environments = Object.keys(config.ADMIN_UPSTREAMS);
  const sessionValues = createSessionValues(clientSecret);
  const { cache, use, failures } = parts;
  return {
    issuer,
    client: createOidcClient({ issuer: issuer.issuer, clientId, clientSecret }),
    clientId,
    scope: config.OIDC_SCOPE,
    publicUrlOf: createPublicUrls(publicUrl, config.FURTHER_PUBLIC_URLS),
    cookies,
    sessionValues,
    pendingLogins: createPendingLogins(clientSecret),
    verifySession: createSessionVerifier({
      cookies,
      values: sessionValues,
      issuer,
      environments,
      cache,
      use,
    }),
    findCrossSiteFault: createCrossSiteCheck(publicUrl, cookies),
    failures,
  };
}
