import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { endProcess, killOnExit } from './end-process.ts';
import { programEnvironment } from './program-environment.ts';

const program = resolve(import.meta.dirname, '../../../sandbox/src/main.ts');

/** The addresses of a sandbox's parts. */
interface SandboxUrls {
  sandboxUrl: string;
  mailboxUrl: string;
  smtpUrl: string;
  identityIssuer: string;
  /** Null if APNs has no certificate. */
  apnsUrl: string | null;
}

/** A sandbox outside of the test's own process. */
export interface SandboxProcess extends SandboxUrls {
  /** Ends the sandbox and removes its directory. */
  stop(): Promise<void>;
}

type Settings = Readonly<Record<string, string>>;

/** Reads the sandbox's log up to the line with its addresses. */
async function readUrls(output: NodeJS.ReadableStream): Promise<SandboxUrls> {
  for await (const line of createInterface(output)) {
    const said = JSON.parse(line) as SandboxUrls & { msg: string };
    if (said.msg === 'ready') return said;
  }
  throw new Error('The sandbox ended before it was ready.');
}

/**
 * Starts the sandbox on free ports.
 *
 * @param prepare makes files in its directory, and returns further settings of the sandbox
 */
export async function startSandboxProcess(
  prepare: (dir: string) => Settings | Promise<Settings> = () => ({}),
): Promise<SandboxProcess> {
  const dir = await mkdtemp(join(tmpdir(), 'test-sandbox-'));
  const env = {
    ...programEnvironment(),
    SANDBOX_PORT: '0',
    MAILBOX_PORT: '0',
    SMTP_PORT: '0',
    IDENTITY_PORT: '0',
    APNS_PORT: '0',
    PORTAL_URLS: 'http://portal.test',
    OPERATOR_CLIENT_SECRET: 'operator-secret',
    OPERATOR_REDIRECT_URIS: 'http://127.0.0.1:9/callback',
    IDENTITY_API_SECRET: 'identity-api-secret',
    SANDBOX_DATA_DIR: dir,
    ...(await prepare(dir)),
  };
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const pid = child.pid as number;
  const forget = killOnExit({ pid });
  const urls = await readUrls(child.stdout);
  child.stdout.resume();
  return {
    ...urls,
    async stop() {
      await endProcess(pid);
      forget();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
