import { execFile } from 'node:child_process';
import type { ExecFileOptions } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const repository = join(import.meta.dirname, '../..');
const reporter = join(import.meta.dirname, 'closing-line-reporter.ts');
const run = promisify(execFile);

const passing = `import { test } from 'vitest'; test('passes', () => {});`;
const failing = `import { expect, test } from 'vitest'; test('fails', () => expect(1).toBe(2)); test('passes', () => {});`;
const skipping = `import { test } from 'vitest'; test('passes', () => {}); test.skip('is skipped', () => {});`;
const brokenImport = `import './nowhere.ts'; import { test } from 'vitest'; test('is never seen', () => {});`;
const brokenHook = `import { beforeAll, test } from 'vitest'; beforeAll(() => { throw new Error(); }); test('waits', () => {});`;
const strayError = `import { test } from 'vitest'; test('passes', () => { void Promise.reject(new Error('stray')); });`;

/** Real Vitest runs over small files, inside the repository so that they find its packages. */
describe('the closing line', { timeout: 60_000 }, () => {
  let dir: string;
  beforeEach(async () => {
    const parent = join(repository, '.tools/closing-line');
    await mkdir(parent, { recursive: true });
    dir = await mkdtemp(join(parent, 'run-'));
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  test('counts passed, failed and skipped tests, and ends the output', async () => {
    const { lastLine, exitCode } = await vitest({ passing, failing, skipping });
    expect(lastLine).toBe('3 passed, 1 failed, 1 skipped');
    expect(exitCode).toBe(1);
  });

  test('names no skipped tests where there are none', async () => {
    expect(await vitest({ passing })).toEqual({ lastLine: '1 passed, 0 failed', exitCode: 0 });
  });

  test('counts a file that cannot be imported as a failure', async () => {
    expect(await vitest({ passing, brokenImport })).toEqual({ lastLine: '1 passed, 1 failed', exitCode: 1 });
  });

  test('counts a file whose hook throws as a failure', async () => {
    const { lastLine } = await vitest({ passing, brokenHook });
    expect(lastLine).toMatch(/^1 passed, 1 failed/);
  });

  test('counts an error outside of any test as a failure', async () => {
    expect(await vitest({ strayError })).toEqual({ lastLine: '1 passed, 1 failed', exitCode: 1 });
  });

  test('fails a run that executed no test', async () => {
    const onlySkipped = `import { test } from 'vitest'; test.skip('is skipped', () => {});`;
    expect(await vitest({ onlySkipped })).toEqual({ lastLine: '0 passed, 0 failed, 1 skipped', exitCode: 1 });
  });

  test('comes when a global teardown never ends, too', async () => {
    const setup = `import { createServer } from 'node:net';
      export const setup = () => () => new Promise(() => createServer().listen(0, '127.0.0.1'));`;
    await writeFile(join(dir, 'setup.ts'), setup);
    const { lastLine, exitCode } = await vitest(
      { passing },
      { closeLimitMs: 500, globalSetup: './setup.ts' },
    );
    expect({ lastLine, exitCode }).toEqual({ lastLine: '1 passed, 0 failed', exitCode: 0 });
  });

  test('comes soon when nothing is open but the streams of the process', async () => {
    const setup = 'export const setup = () => () => new Promise(() => process.stdin.resume());';
    await writeFile(join(dir, 'setup.ts'), setup);
    const closeLimitMs = 300_000;
    const { lastLine, exitCode } = await vitest({ passing }, { closeLimitMs, globalSetup: './setup.ts' });
    expect({ lastLine, exitCode }).toEqual({ lastLine: '1 passed, 0 failed', exitCode: 0 });
  });

  test('goes to the counts file as numbers when a caller adds up several runs', async () => {
    const countsFile = join(dir, 'counts');
    const { lastLine } = await vitest({ failing }, { countsFile });
    expect(await readFile(countsFile, 'utf8')).toBe('1 1 0\n');
    expect(lastLine).not.toContain('passed, ');
  });

  interface Settings {
    countsFile?: string;
    closeLimitMs?: number;
    globalSetup?: string;
  }

  async function vitest(files: Record<string, string>, settings: Settings = {}) {
    const { lastLine, exitCode } = await runVitest(files, settings);
    return { lastLine, exitCode };
  }

  async function runVitest(
    files: Record<string, string>,
    { globalSetup = '', ...options }: Settings = {},
  ): Promise<{ stdout: string; lastLine: string; exitCode: number }> {
    const config = `
      import { ClosingLineReporter } from ${JSON.stringify(reporter)};
      const reporter = new ClosingLineReporter(${JSON.stringify(options)});
      export default { test: { globalSetup: ${JSON.stringify(globalSetup || [])}, reporters: ['default', reporter] } };`;
    await writeFile(join(dir, 'vitest.config.ts'), config);
    for (const [name, source] of Object.entries(files)) await writeFile(join(dir, `${name}.test.ts`), source);

    const program = join(repository, 'node_modules/vitest/vitest.mjs');
    const args = [program, 'run', '--root', dir];
    const env = { ...process.env, NO_COLOR: '1', TEST_COUNTS_FILE: '' };
    const { stdout, code } = await execute(args, { cwd: dir, env });
    return { stdout, lastLine: stdout.trimEnd().split('\n').at(-1) ?? '', exitCode: code };
  }
});

/** Runs a Node program to its end; a failing one rejects, with the same fields on the error. */
async function execute(
  args: readonly string[],
  options: ExecFileOptions,
): Promise<{ stdout: string; code: number }> {
  try {
    const { stdout } = await run(process.execPath, args, options);
    return { stdout: String(stdout), code: 0 };
  } catch (error) {
    return error as { stdout: string; code: number };
  }
}
