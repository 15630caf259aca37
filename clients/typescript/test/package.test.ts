import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };

const run = promisify(execFile);
const home = join(import.meta.dirname, '..');
const tsc = join(home, '../../node_modules/.bin/tsc');

let dir: string;
/** The package, as an integrator installs it. */
let installed: string;

// Builds the package for programs outside the repository, in a directory with a program that uses it.
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'pas-client-'));
  installed = join(dir, 'node_modules/@pas/client');
  await mkdir(installed, { recursive: true });
  await run(tsc, ['--project', join(home, 'tsconfig.build.json'), '--outDir', join(installed, 'dist')]);
  const published = { ...manifest, exports: manifest.publishConfig.exports };
  await writeFile(join(installed, 'package.json'), JSON.stringify(published));
  await writeFile(join(dir, 'package.json'), JSON.stringify({ type: 'module' }));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

test('the package has no dependency', () => {
  expect(manifest).not.toHaveProperty('dependencies');
  expect(manifest).not.toHaveProperty('peerDependencies');
});

/** Compiles a program of an integrator. Returns the messages of the compiler. */
async function compile(name: string): Promise<string> {
  await cp(join(import.meta.dirname, `${name}.ts.txt`), join(dir, `${name}.ts`));
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.asynciterable'],
    module: 'nodenext',
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    noEmit: true,
    types: [],
  };
  await writeFile(join(dir, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [`${name}.ts`] }));
  return run(tsc, ['--project', dir], { cwd: dir }).then(
    ({ stdout }) => stdout,
    (error: unknown) => (error as { stdout: string }).stdout || String(error),
  );
}

test('a program of an integrator compiles by tsc --strict', async () => {
  expect(await compile('consumer')).toBe('');
});

test('the compiler refuses a wrong body, filter, field, result and method', async () => {
  const lines = (await compile('refused')).matchAll(/^refused\.ts\((\d+),/gm);
  expect(Array.from(lines, ([, line]) => Number(line))).toEqual([5, 6, 7, 8, 9]);
});

test('the built package runs without a dependency', async () => {
  const program = `import * as client from '@pas/client'; console.log(Object.keys(client).length > 20)`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], { cwd: dir });
  expect(stdout.trim()).toBe('true');
});

const program = `import { ApiError, createAdminClient, verifyWebhook } from '@pas/client';
const client = createAdminClient({ baseUrl: location.origin, apiKey: 'key' });
try {
  for await (const unit of client.units.iterate()) console.log(unit.label);
  console.log(await verifyWebhook('', {}, ''));
} catch (error) {
  console.log(error instanceof ApiError);
}`;

test('a typical program with all operations of the Admin API is at most 15 kB, compressed', async () => {
  const entry = join(dir, 'program.js');
  await writeFile(entry, program);
  const outDir = join(dir, 'bundle');
  const output = { entryFileNames: 'program.js' };
  await build({
    root: dir,
    configFile: false,
    logLevel: 'silent',
    build: { outDir, target: 'es2022', rollupOptions: { input: entry, output } },
  });
  const bundle = gzipSync(await readFile(join(outDir, 'program.js')));
  expect(bundle.length).toBeLessThan(15_000);
  expect(bundle.length).toBeGreaterThan(3000);
});
