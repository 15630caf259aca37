import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repositoryDir } from '@pas/tools/local-system/plans/node-program';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inviteToNewUnit } from '../client/property-manager.ts';
import { signUp } from '../client/resident.ts';
import { startDrill, type Drill } from '../faults/drill.ts';
import { findPython, openVenv } from './open-venv.ts';

const python = await findPython();
const minutes = 60_000;

/** Which description, and whose credential goes with the requests. */
interface Fuzzing {
  document: string;
  token: string;
}

/** What the tool prints at its end, where it found nothing. */
const clean = /No issues found/;

describe.skipIf(python === null)('requests that are made up from the descriptions', () => {
  let drill: Drill;
  let bin: string;

  beforeAll(async () => {
    [drill, bin] = await Promise.all([startDrill(), openVenv(python ?? '')]);
  });
  afterAll(() => drill.stop());

  async function fuzz({ document, token }: Fuzzing): Promise<string> {
    const flags = {
      '--url': drill.local.gatewayUrl,
      '--header': `Authorization: Bearer ${token}`,
      // It would send forged credentials from one address until the gateway limits that address.
      '--exclude-checks': 'ignored_auth',
      '--max-examples': '30',
      '--workers': '2',
      '--suppress-health-check': 'all',
      '--warnings': 'off',
      '--seed': '20260301',
    };
    const args = ['run', join(repositoryDir, 'docs/openapi', `${document}.yaml`), '--continue-on-failure'];
    const options = { maxBuffer: 64 * 1024 * 1024, cwd: drill.dataDir };
    try {
      const all = [...args, ...Object.entries(flags).flat()];
      return (await promisify(execFile)(join(bin, 'schemathesis'), all, options)).stdout;
    } catch (error) {
      // It ends with 1 where it has found something, and prints what.
      return (error as { stdout: string }).stdout;
    }
  }

  test('are answered as the Admin API promises', { timeout: 20 * minutes }, async () => {
    expect(await fuzz({ document: 'admin', token: drill.local.apiKey })).toMatch(clean);
  });

  test('are answered as the Resident API promises', { timeout: 20 * minutes }, async () => {
    const { invite } = await inviteToNewUnit(drill.manager, 'Fuzzed', 'fuzzed@example.test');
    const { body } = await signUp(drill.local.gatewayUrl, { inviteToken: invite.token });
    expect(await fuzz({ document: 'resident', token: body.token })).toMatch(clean);
  });
});
