import type { Router } from 'express';
import type { SandboxConfig } from '../config.ts';
import { closeHttp, createHttpServer, httpScheme, listen, localUrl } from '../http/listen.ts';
import { createAccountDirectory } from './account-directory.ts';
import { createIdentityApp } from './identity-app.ts';
import { readPeople } from './people.ts';
import { describePortals } from './portal-clients.ts';
import { createProvider } from './provider.ts';
import { loadSigningKey } from './signing-key.ts';
import { createTokenRoutes } from './token-routes.ts';

/** A running identity provider. */
export interface Identity {
  readonly issuer: string;
  /** Routes that mint tokens, for the sandbox's own address. */
  readonly tokenRoutes: Router;
  readonly isUp: () => boolean;
  readonly stop: () => Promise<void>;
}

/**
 * Reads people and key, then opens the issuer's port. The port opens before the provider exists, because tests take any
 * free port and the issuer contains it.
 *
 * @throws Error when the port is used, or the people file or the stored key is invalid
 */
export async function startIdentity(
  config: SandboxConfig,
  report: (error: unknown) => void,
): Promise<Identity> {
  const { host, identity, tls } = config;
  const [people, signingKey] = await Promise.all([
    readPeople(config.peopleFile),
    loadSigningKey(config.dataDir),
  ]);
  const accounts = createAccountDirectory(people);
  const server = createHttpServer(tls);
  const port = await listen(server, { host, port: identity.port, variable: 'IDENTITY_PORT' });
  const issuer = identity.issuer ?? localUrl(httpScheme(tls), host, port);
  const portals = describePortals(identity.portalUrls);
  const provider = createProvider({ issuer, signingKey, accounts, client: identity.operatorClient, portals });
  const { apiSecret } = identity;
  server.on('request', createIdentityApp({ provider, accounts, isPortal: portals.has, apiSecret, report }));
  const tokenRoutes = createTokenRoutes({
    by: { issuer, signingKey },
    accounts,
    people,
    defaultPortalUrl: identity.portalUrls[0],
    audience: identity.staffAudience,
    clientId: identity.operatorClient.id,
  });
  return { issuer, tokenRoutes, isUp: () => server.listening, stop: () => closeHttp(server) };
}
