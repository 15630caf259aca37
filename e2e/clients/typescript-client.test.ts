import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repositoryDir } from '@pas/tools/local-system/plans/node-program';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { receiveMail } from '../client/mailbox.ts';
import { useSystem } from '../shared-system/use-system.ts';

const run = promisify(execFile);
const bin = (name: string): string => join(repositoryDir, name);

/** Options of a project that uses the client. */
const compilerOptions = {
  target: 'ES2024',
  module: 'NodeNext',
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  types: ['node'],
};

// A directory beside this file, so that its packages resolve.
let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(import.meta.dirname, '.client-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

test('a generated TypeScript client compiles and invites a person', async () => {
  const { local } = await useSystem();
  const email = `typed.${randomUUID()}@example.test`;
  const generate = bin('tools/contracts/node_modules/.bin/openapi-typescript');
  await run(generate, [bin('docs/openapi/admin.yaml'), '--output', join(dir, 'admin.ts')]);
  const journey = join(dir, 'journey.ts');
  await copyFile(join(import.meta.dirname, 'journey.ts.txt'), journey);
  await writeFile(join(dir, 'package.json'), JSON.stringify({ type: 'module' }));
  await writeFile(join(dir, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['journey.ts'] }));
  await run(bin('node_modules/.bin/tsc'), ['--project', dir]);
  const { stdout } = await run(process.execPath, [journey, local.gatewayUrl, local.apiKey, email]);
  expect(JSON.parse(stdout)).toEqual({ channels: ['EMAIL'], total: 1, code: 'not_found' });
  expect(await receiveMail(local.mailboxUrl, email)).toMatchObject({ to: email });
});
