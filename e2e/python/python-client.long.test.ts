import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repositoryDir } from '@pas/tools/local-system/plans/node-program';
import { findPython, openVenv } from '@pas/tools/python/open-venv';
import { expect, onTestFinished, test } from 'vitest';
import { receiveMail } from '../client/mailbox.ts';
import { useSystem } from '../shared-system/use-system.ts';

const run = promisify(execFile);
const python = await findPython(12);
const requirements = join(import.meta.dirname, 'requirements.txt');

test.skipIf(python === null)('a generated Python client invites a person', async () => {
  const { local } = await useSystem();
  const own = await openVenv(python ?? '', [requirements]);
  const dir = await mkdtemp(join(tmpdir(), 'property-access-python-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const description = join(repositoryDir, 'docs/openapi/admin.yaml');
  const output = ['--meta', 'none', '--output-path', join(dir, 'admin_client')];
  await run(own, ['-m', 'openapi_python_client', 'generate', '--path', description, ...output]);
  const email = `python.${randomUUID()}@example.test`;
  const program = [join(import.meta.dirname, 'journey.py'), local.gatewayUrl, local.apiKey, email];
  const { stdout } = await run(own, program, { env: { PYTHONPATH: dir } });
  expect(JSON.parse(stdout)).toEqual({ channels: ['EMAIL'], total: 1, code: 'not_found' });
  expect(await receiveMail(local.mailboxUrl, email)).toMatchObject({ to: email });
});
