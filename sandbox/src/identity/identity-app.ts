import express from 'express';
import type { Express } from 'express';
import type { Provider } from 'oidc-provider';
import { renderProblem } from '../http/problem.ts';
import type { AccountDirectory } from './account-directory.ts';
import { createLoginRoutes } from './login-routes.ts';
import { createUserRoutes } from './user-routes.ts';

/** Dependencies of the app at the issuer's address. */
export interface IdentityParts {
  readonly provider: Provider;
  readonly accounts: AccountDirectory;
  /** Returns whether a client belongs to a portal. */
  readonly isPortal: (clientId: string) => boolean;
  /** Bearer secret of the user endpoint. */
  readonly apiSecret: string;
  readonly report: (error: unknown) => void;
}

/** Creates the app of the identity provider: login pages, user endpoint, and the paths of OpenID Connect. */
export function createIdentityApp(parts: IdentityParts): Express {
  const { provider, accounts, apiSecret, report } = parts;
  const app = express();
  app.disable('x-powered-by');
  app.use(createUserRoutes(accounts, apiSecret));
  app.use(createLoginRoutes(parts));
  app.use(provider.callback());
  app.use(renderProblem(report));
  provider.on('server_error', (_context, error) => report(error));
  return app;
}
