import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SandboxConfig } from '../config.ts';
import { readConfig } from '../config.ts';
import { startSandbox } from '../start-sandbox.ts';
import type { Sandbox } from '../start-sandbox.ts';

/** A sandbox of one test file, on free ports and with its own directory. */
export interface TestSandbox extends Sandbox {
  readonly config: SandboxConfig;
  /** Unexpected errors of the sandbox, for tests that expect none. */
  readonly reports: unknown[];
}

/** Staff person of every test sandbox. */
export const staff = {
  email: 'dana@maple.test',
  password: 'correct horse battery',
  name: 'Dana Ops',
  organizations: [{ id: 'org_maple', slug: 'maple', role: 'admin' }],
};

/** Resident of every test sandbox. */
export const resident = { email: 'rosa@maple.test', name: 'Rosa' };

/** Redirect URI of the operator dashboard in tests. */
export const redirectUri = 'http://127.0.0.1:9/api/admin/auth/callback';

type Settings = Readonly<Record<string, string>>;

/**
 * Starts a sandbox with known people. `stop` removes its directory.
 *
 * @param settings further environment variables
 * @param prepare creates files in the directory, and returns further settings that name them
 */
export async function runSandbox(
  settings: Settings = {},
  prepare: (dir: string) => Promise<Settings> = () => Promise.resolve({}),
): Promise<TestSandbox> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sandbox-'));
  const peopleFile = join(dataDir, 'people.json');
  await writeFile(peopleFile, JSON.stringify({ staff: [staff], residents: [resident] }));
  const config = readConfig({
    SANDBOX_PORT: '0',
    MAILBOX_PORT: '0',
    SMTP_PORT: '0',
    IDENTITY_PORT: '0',
    PORTAL_URLS: 'http://portal.test,http://other-portal.test',
    OPERATOR_CLIENT_SECRET: 'operator-secret',
    OPERATOR_REDIRECT_URIS: redirectUri,
    IDENTITY_API_SECRET: 'identity-api-secret',
    PEOPLE_FILE: peopleFile,
    SANDBOX_DATA_DIR: dataDir,
    ...settings,
    ...(await prepare(dataDir)),
  });
  const reports: unknown[] = [];
  const sandbox = await startSandbox(config, (error) => reports.push(error));
  return {
    ...sandbox,
    config,
    reports,
    stop: async () => {
      await sandbox.stop();
      await rm(dataDir, { recursive: true });
    },
  };
}

/** Sends JSON and returns the response. */
export function sendJson(method: 'POST' | 'PUT', url: string, body: unknown): Promise<Response> {
  return fetch(url, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
}
