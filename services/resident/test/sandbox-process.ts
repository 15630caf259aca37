import { startSandboxProcess } from '@pas/testing/sandbox-process';
import type { IdentitySettings } from '@pas/shared/accounts/identity';
import { portalUrl } from './resident-harness.ts';

const apiSecret = 'identity-api-secret';

/** Claims of a requested session token. */
interface TokenRequest {
  email: string;
  emailVerified?: boolean;
  azp?: string;
  expiresInSeconds?: number;
  omitEmail?: boolean;
}

/** An identity provider in another process. */
export interface TestIdentity {
  settings: IdentitySettings;
  /** Creates a session token of a signed-in resident's browser. */
  tokenFor(request: TokenRequest): Promise<string>;
  stop(): Promise<void>;
}

/** Starts the sandbox's identity provider on free ports, with a key of its own. */
export async function startIdentityProvider(): Promise<TestIdentity> {
  const sandbox = await startSandboxProcess(() => ({
    PORTAL_URLS: `${portalUrl},http://other-portal.test`,
    IDENTITY_API_SECRET: apiSecret,
  }));
  const { sandboxUrl, identityIssuer: issuer } = sandbox;
  return {
    settings: {
      issuer,
      jwksUrl: `${issuer}/jwks`,
      authorizedParties: [portalUrl],
      apiUrl: issuer,
      apiSecret,
    },
    async tokenFor(request) {
      const response = await fetch(`${sandboxUrl}/identity/session-tokens`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(request),
      });
      return ((await response.json()) as { token: string }).token;
    },
    stop: () => sandbox.stop(),
  };
}
