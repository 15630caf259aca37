import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { repository } from '../generated-file.ts';
import { isInContext } from './build-context.ts';
import { readStages, recipeOf } from './dockerfile.ts';
import { makeImage } from './make-image.ts';

const stages = readStages();
const targets = [...stages.values()].filter(({ base }) => base === 'runtime').map(({ name }) => name);
const images = mkdtempSync(join(tmpdir(), 'images-'));
afterAll(() => rmSync(images, { recursive: true, force: true }));

/** The main file that an image runs. */
function mainOf(target: string): string {
  const start = recipeOf(stages, target).findLast(
    ({ keyword }) => keyword === 'CMD' || keyword === 'ENTRYPOINT',
  );
  return (JSON.parse(start?.text ?? '[]') as string[])[1] ?? '';
}

test('there is an image for each service, the operator and the sandbox', () => {
  const services = globSync('services/*', { cwd: repository }).map((path) => path.replace('services/', ''));
  expect(new Set(targets)).toEqual(new Set([...services, 'cli', 'sandbox']));
});

describe.each(targets)('the image of %s', (target) => {
  const directory = join(images, target);

  test('holds everything that its program imports', { timeout: 60_000 }, () => {
    makeImage(target, directory);
    const { stderr, stdout } = spawnSync(process.execPath, [join(directory, mainOf(target))], {
      cwd: directory,
      env: { NODE_ENV: 'production' },
      encoding: 'utf8',
      timeout: 30_000,
    });
    expect(stdout + stderr).toMatch(target === 'cli' ? /Usage: pas/ : /configuration is not usable/);
  });

  test('runs it as a user that is not root', () => {
    const user = recipeOf(stages, target).findLast(({ keyword }) => keyword === 'USER');
    expect(user?.text).toBe('1000:1000');
  });

  test('holds neither tests nor anything of the sandbox', () => {
    const files = globSync('{libs,services,apps,sandbox}/**/*.ts', {
      cwd: directory,
      exclude: ['**/node_modules'],
    });
    expect(files.filter((path) => /\.test\.ts$|\/testing\//.test(path))).toEqual([]);
    expect(existsSync(join(directory, 'sandbox'))).toBe(target === 'sandbox');
  });
});

test('no local file of secrets is sent to a build', () => {
  expect(['.env', 'services/admin/.env', '.data/local.json', '.git/config'].filter(isInContext)).toEqual([]);
});

test('the images have the pinned Node and pnpm', () => {
  const read = (path: string): string => readFileSync(join(repository, path), 'utf8');
  const dockerfile = read('Dockerfile');
  const { packageManager } = JSON.parse(read('package.json')) as { packageManager: string };
  const versions = [...dockerfile.matchAll(/FROM node:([\d.]+)/g)].map(([, version]) => version);
  expect(new Set(versions)).toEqual(new Set([read('.node-version').trim()]));
  expect(dockerfile).toContain(`npm install --global ${packageManager}\n`);
});
