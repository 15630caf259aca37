import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { repository } from '../generated-file.ts';
import { preparePythonClient, pythonClient, runPython } from './run-python.ts';

const pyright = 'pyright@1.1.414';

let python: string;
beforeAll(async () => {
  python = await preparePythonClient(['requirements.txt', 'requirements-checks.txt']);
}, 600_000);

const newDirectory = async (): Promise<string> => {
  const dir = await mkdtemp(join(tmpdir(), 'property-access-python-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
};

test('mypy --strict accepts the package, its tests and its examples', async () => {
  const cache = join(repository, '.tools/mypy');
  expect(await runPython(python, ['-m', 'mypy', '--cache-dir', cache])).toContain('Success: no issues found');
});

test('pyright in strict mode accepts the package and its examples', async () => {
  const args = ['dlx', pyright, '--pythonpath', python, '--project', pythonClient];
  const { stdout } = await promisify(execFile)('pnpm', args, { maxBuffer: 64 * 1024 * 1024 }).catch(
    (error: unknown) => error as { stdout: string },
  );
  expect(stdout).toContain('0 errors, 0 warnings');
});

test('the wheel has the generated modules and the types', async () => {
  const dir = await newDirectory();
  await runPython(python, ['-m', 'hatchling', 'build', '--target', 'wheel', '--directory', dir]);
  const [wheel = ''] = await readdir(dir);
  const names = await runPython(python, ['-m', 'zipfile', '--list', join(dir, wheel)]);
  for (const name of ['py.typed', 'models/admin.py', '_resources/async_admin.py']) {
    expect(names).toContain(`pas_client/${name}`);
  }
});
