import type { Server } from 'node:http';
import { listen, portOf } from '@pas/platform/http/listen';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose';

const audience = 'property-access-staff';
const party = 'operator-dashboard';

/** A provider of staff tokens, with its keys over HTTP. */
export interface StaffProvider {
  issuer: string;
  /** The entry of `STAFF_ISSUERS` for it. */
  config: Record<string, unknown>;
  privateKey: CryptoKey;
  kid: string;
  /** Counts the reads of its keys. */
  count(): number;
  /** Lists the paths of all requests. */
  paths: string[];
  /** Signs a token without undefined claims and headers. */
  sign(claims?: Record<string, unknown>, header?: Record<string, unknown>): Promise<string>;
  /** Stops its server. It can still sign tokens. */
  goAway(): Promise<void>;
  /** Starts its server again on the same address. */
  comeBack(): Promise<void>;
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** Starts a provider with one RSA key. */
export async function startStaffProvider(more: Record<string, unknown> = {}): Promise<StaffProvider> {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
  const kid = `key-${Math.random()}`;
  const keys = { keys: [{ ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' }] };
  const paths: string[] = [];
  const serve = (port: number): Promise<Server> =>
    listen(
      (request, response) => {
        paths.push(request.url ?? '');
        response.setHeader('Content-Type', 'application/json').end(JSON.stringify(keys));
      },
      { host: '127.0.0.1', port },
    );
  let server = await serve(0);
  const port = portOf(server);
  const issuer = `http://127.0.0.1:${port}`;
  return {
    issuer,
    config: {
      issuer,
      jwksUrl: `${issuer}/jwks`,
      audiences: [audience],
      authorizedParties: [party],
      algorithms: ['RS256'],
      ...more,
    },
    privateKey,
    kid,
    paths,
    count: () => paths.length,
    sign: (claims = {}, header = {}) => {
      const now = Math.floor(Date.now() / 1000);
      const usual = {
        iss: issuer,
        sub: 'person_1',
        aud: audience,
        azp: party,
        email: 'dana@harbor.test',
        email_verified: true,
        name: 'Dana Reed',
        iat: now,
        exp: now + 600,
      };
      return new SignJWT({ ...usual, ...claims })
        .setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT', ...header })
        .sign(privateKey);
    },
    goAway: () => close(server),
    async comeBack() {
      server = await serve(port);
    },
  };
}
