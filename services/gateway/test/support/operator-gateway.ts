import { freePort } from '@pas/testing/free-port';
import { afterAll, afterEach } from 'vitest';
import { newBrowser, type Browser } from './browser.ts';
import { clientId, clientSecret, dana, startOidcProvider, type OidcProvider } from './oidc-provider.ts';
import { addTenant } from './rows.ts';
import { runGateway, type RunningGateway } from './running-gateway.ts';

export const cookieName = 'pas_session_DEV';

/** A gateway at which operators log in, with their provider. */
export interface OperatorGateway {
  gateway: RunningGateway;
  provider: OidcProvider;
  url: string;
  tenantId: string;
  settings: Record<string, string>;
  /** Logs in the person at the keyboard, in a new browser. */
  logIn(): Promise<Browser>;
  /** Logs in at the provider with a query of the log-in. Stops before the callback, and returns its address. */
  goToCallback(browser: Browser, query?: string): Promise<string>;
  stop(): Promise<void>;
}

/**
 * Starts both, with one tenant for the organization `org_1`.
 *
 * @param moreIssuers further entries of `STAFF_ISSUERS`, whose prefixes keep their organizations apart
 */
export async function runOperatorGateway(
  moreIssuers: readonly Record<string, unknown>[] = [],
): Promise<OperatorGateway> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const provider = await startOidcProvider(url);
  const settings = {
    PORT: String(port),
    STAFF_ISSUERS: JSON.stringify([
      {
        issuer: provider.issuer,
        jwksUrl: `${provider.issuer}/jwks`,
        audiences: ['property-access-staff'],
        authorizedParties: [clientId],
        algorithms: ['RS256'],
        organizationPrefix: moreIssuers.length > 0 ? 'login:' : '',
      },
      ...moreIssuers,
    ]),
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    PUBLIC_URL: url,
  };
  const gateway = await runGateway(settings);
  const { _id: tenantId } = await addTenant({
    organizationId: moreIssuers.length > 0 ? 'login:org_1' : 'org_1',
  });
  return {
    gateway,
    provider,
    url,
    tenantId,
    settings,
    async logIn() {
      const browser = newBrowser();
      const isBack = (target: string): boolean => target === `${url}/console`;
      await browser.follow(`${url}/api/admin/auth/login?returnTo=/console`, isBack);
      if (!browser.cookies.has(cookieName)) throw new Error('the log-in has failed');
      return browser;
    },
    async goToCallback(browser, query = '') {
      const isCallback = (target: string): boolean => target.includes('/auth/callback');
      return (await browser.follow(`${url}/api/admin/auth/login${query}`, isCallback)).url;
    },
    async stop() {
      await gateway.stop();
      await provider.stop();
    },
  };
}

/** Starts both for a test file, and stops them after it. After each test, Dana is at the keyboard again. */
export async function useOperatorGateway(): Promise<OperatorGateway> {
  const operators = await runOperatorGateway();
  afterEach(() => {
    Object.assign(operators.provider, { atKeyboard: dana, idToken: {} });
  });
  afterAll(() => operators.stop());
  return operators;
}
