import type { FailedCredentials } from '../auth/failed-credentials.ts';
import type { PinnedIssuer } from '../staff/verify-staff-token.ts';
import type { CrossSiteCheck } from './cross-site-check.ts';
import type { OidcClient } from './oidc-client.ts';
import type { OperatorCookies } from './operator-cookies.ts';
import type { PendingLogins } from './pending-login.ts';
import type { PublicUrlOf } from './public-urls.ts';
import type { SessionValues } from './session-values.ts';
import type { VerifySession } from './verify-session.ts';

/** The parts of the log-in and the sessions of operators. */
export interface Operators {
  /** The provider of the log-in, one of the pinned issuers. */
  issuer: PinnedIssuer;
  client: OidcClient;
  clientId: string;
  /** The scopes of the log-in (OpenID Connect Core, section 5.4). */
  scope: string;
  /** Returns the address of ours that a browser uses. Only configured addresses are returned. */
  publicUrlOf: PublicUrlOf;
  cookies: OperatorCookies;
  sessionValues: SessionValues;
  pendingLogins: PendingLogins;
  verifySession: VerifySession;
  findCrossSiteFault: CrossSiteCheck;
  failures: FailedCredentials;
}
