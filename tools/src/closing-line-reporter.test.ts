import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, afterEach, expect, test } from 'vitest';

const repository = join(import.meta.dirname, '../..');
const reporter = join(import.meta.dirname, 'closing-line-reporter.ts');

const passing = `import { test } from 'vitest'; test('passes', () => {});`;
const failing = `import { expect, test } from 'vitest'; test('fails', () => expect(1).toBe(2)); test('passes', () => {});`;
const skipping = `import { test } from 'vitest'; test.skip('is skipped', () => {});`;
const brokenImport = `import './nowhere.ts'; import { test } from 'vitest'; test('is never seen', () => {});`;
const brokenHook = `import { beforeAll, test } from 'vitest'; beforeAll(() => { throw new Error(); }); test('waits', () => {});`;
const strayError = `import { test } from 'vitest'; test('passes', () => { void Promise.reject(new Error('stray')); });`;

/** A folder in the repository, so that the test files find its packages. */
let dir: string;
beforeEach(async () => {
  const parent = join(repository, '.tools/closing-line');
  await mkdir(parent, { recursive: true });
  dir = await mkdtemp(join(parent, 'run-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

test('the closing line counts tests that pass, and ends the output', async () => {
  expect(await runVitest({ passing })).toMatchObject({ lastLine: '1 passed, 0 failed', exitCode: 0 });
});

test('the closing line counts each failed test, file, hook and stray error, and each skipped test', async () => {
  const files = { passing, failing, skipping, brokenImport, brokenHook, strayError };
  // The test after the broken hook is skipped.
  expect(await runVitest(files)).toMatchObject({ lastLine: '3 passed, 4 failed, 2 skipped', exitCode: 1 });
});

test('a run without tests fails, and its counts go to the counts file', async () => {
  const countsFile = join(dir, 'counts');
  const { lastLine, exitCode } = await runVitest({ skipping }, countsFile);
  expect(await readFile(countsFile, 'utf8')).toBe('0 0 1\n');
  expect(lastLine).not.toContain('passed, ');
  expect(exitCode).toBe(1);
});

async function runVitest(
  files: Record<string, string>,
  countsFile?: string,
): Promise<{ lastLine: string; exitCode: number }> {
  const config = `
    import { ClosingLineReporter } from ${JSON.stringify(reporter)};
    const reporter = new ClosingLineReporter(${JSON.stringify({ countsFile })});
    export default { test: { isolate: false, maxWorkers: 1, reporters: ['default', reporter] } };`;
  await writeFile(join(dir, 'vitest.config.ts'), config);
  for (const [name, source] of Object.entries(files)) await writeFile(join(dir, `${name}.test.ts`), source);
  const args = [join(repository, 'node_modules/vitest/vitest.mjs'), 'run', '--root', dir];
  const env = { ...process.env, NO_COLOR: '1' };
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: dir, env }, (error, stdout) => {
      resolve({
        lastLine: stdout.trimEnd().split('\n').at(-1) ?? '',
        exitCode: error ? Number(error.code) : 0,
      });
    });
  });
}
