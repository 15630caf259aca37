import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { endProcess, killOnExit } from '@pas/testing/end-process';
import type { IdentitySettings } from '@pas/shared/accounts/identity';
import { portalUrl } from './resident-harness.ts';

const program = resolve(import.meta.dirname, '../../../sandbox/src/main.ts');
const apiSecret = 'identity-api-secret';

interface Urls {
  sandboxUrl: string;
  identityIssuer: string;
}

/** What a session token may be asked to say. */
interface TokenRequest {
  email: string;
  emailVerified?: boolean;
  azp?: string;
  expiresInSeconds?: number;
  omitEmail?: boolean;
}

/** An identity provider outside of the test's own process. */
export interface TestIdentity {
  settings: IdentitySettings;
  /** A session token as a signed-in resident's browser holds one. */
  tokenFor(request: TokenRequest): Promise<string>;
  stop(): Promise<void>;
}

/** Reads the sandbox's log until it says that it is ready, and where. */
async function readUrls(output: NodeJS.ReadableStream): Promise<Urls> {
  for await (const line of createInterface(output)) {
    const said = JSON.parse(line) as Urls & { msg: string };
    if (said.msg === 'ready') return said;
  }
  throw new Error('The sandbox ended before it was ready.');
}

/** Starts the sandbox's identity provider on free ports, with a key of its own. */
export async function startIdentityProvider(): Promise<TestIdentity> {
  const dir = await mkdtemp(join(tmpdir(), 'resident-identity-'));
  const ports = { SANDBOX_PORT: '0', MAILBOX_PORT: '0', SMTP_PORT: '0', IDENTITY_PORT: '0' };
  const env = {
    PATH: process.env['PATH'],
    ...ports,
    PORTAL_URLS: `${portalUrl},http://other-portal.test`,
    OPERATOR_CLIENT_SECRET: 'operator-secret',
    OPERATOR_REDIRECT_URIS: 'http://127.0.0.1:9/callback',
    IDENTITY_API_SECRET: apiSecret,
    SANDBOX_DATA_DIR: dir,
  };
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const pid = child.pid as number;
  const forget = killOnExit(pid);
  const { sandboxUrl, identityIssuer: issuer } = await readUrls(child.stdout);
  child.stdout.resume();
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
    async stop() {
      await endProcess(pid);
      forget();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
