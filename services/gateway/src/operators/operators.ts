import type { FailedCredentials } from '../auth/failed-credentials.ts';
import type { PinnedIssuer } from '../staff/verify-staff-token.ts';
import type { FindForgery } from './find-forgery.ts';
import type { OidcClient } from './oidc-client.ts';
import type { OperatorCookies } from './operator-cookies.ts';
import type { PendingLogins } from './pending-login.ts';
import type { SessionValues } from './session-values.ts';
import type { VerifySession } from './verify-session.ts';

/** Everything by which operators log in and stay logged in. */
export interface Operators {
  /** The provider at which they log in; one of the pinned issuers. */
  issuer: PinnedIssuer;
  client: OidcClient;
  clientId: string;
  /** The scopes that the provider is asked for (OpenID Connect Core, section 5.4). */
  scope: string;
  /** The address that browsers use. */
  publicUrl: string;
  /** Where the provider sends browsers back to. */
  callbackUrl: string;
  cookies: OperatorCookies;
  sessionValues: SessionValues;
  pendingLogins: PendingLogins;
  verifySession: VerifySession;
  findForgery: FindForgery;
  failures: FailedCredentials;
}
