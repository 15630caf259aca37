import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@pas/testing/free-port';
import { repositoryDir } from '@pas/tools/local-system/plans/node-program';
import { expect, onTestFinished, test } from 'vitest';
import { useSystem } from '../shared-system/use-system.ts';
import { openShell } from './shell-session.ts';

const docs = join(repositoryDir, 'apps/docs');

/** Returns the shell blocks of the quick start, in order. */
function blocks(): string[] {
  const page = readFileSync(join(docs, 'pages/integrators/quick-start.md'), 'utf8');
  const files = Array.from(page.matchAll(/^<<< \.\.\/\.\.\/(samples\/\S+\.sh)/gm), ([, file = '']) => file);
  return files.map((file) => readFileSync(join(docs, file), 'utf8'));
}

/** Makes a directory like the repository, whose local system is the one of the tests. */
function linkRepository(dataDir: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'property-access-start-'));
  for (const name of readdirSync(repositoryDir).filter((each) => each !== '.data'))
    symlinkSync(join(repositoryDir, name), join(folder, name));
  symlinkSync(dataDir, join(folder, '.data'));
  return folder;
}

test('the blocks of the quick start, pasted in order, sync a roster and verify a webhook', async () => {
  const { dataDir } = await useSystem();
  const folder = linkRepository(dataDir);
  const shell = openShell(folder);
  onTestFinished(() => {
    shell.close();
    rmSync(folder, { recursive: true });
  });
  await shell.paste(`export PORT=${await freePort()}`);
  const printed: string[] = [];
  // The last block installs packages.
  for (const block of blocks()) printed.push(await shell.paste(block, 200_000));
  const synced = 'synced 2\nverified resident.moved_out\n';
  expect(printed).toEqual([
    '',
    expect.stringContaining('"type":"API_KEY"'),
    synced,
    expect.stringContaining(synced),
  ]);
});
