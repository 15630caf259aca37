import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { repository } from '../generated-file.ts';
import { compiled, generated, home, pythonTool, run } from './client-home.ts';
import { copyJourneys, signUpByClients } from './sign-up-by-clients.ts';

// Generates clients of all API descriptions by the generators that integrators use, and type-checks them. Each client
// then signs a resident up on a local system. The tools are installed in .tools/clients at the first run, which needs
// the package registries.

const npmTools = [
  '@hey-api/openapi-ts@0.99.0',
  'openapi-fetch@0.17.0',
  'openapi-typescript@7.13.0',
  'typescript@6.0.3',
];
const pythonTools = ['openapi-python-client==0.29.1', 'mypy==2.4.1'];

const tsconfig = {
  compilerOptions: {
    strict: true,
    noUncheckedIndexedAccess: true,
    rootDir: generated,
    outDir: compiled,
    target: 'es2022',
    lib: ['es2023', 'dom', 'dom.iterable'],
    // The first generator reads this, and names the files of its imports as Node needs them.
    module: 'nodenext',
    types: [],
  },
  include: ['generated/**/*.ts'],
};

/** The Python generator sends tables only as bytes. */
const pythonSettings = `content_type_overrides:
  text/csv: application/octet-stream
  application/vnd.ms-excel: application/octet-stream
  application/vnd.openxmlformats-officedocument.spreadsheetml.sheet: application/octet-stream
`;

const npmTool = (path: string): string => join(home, 'node_modules', path);

/** Installs the pinned tools, unless they are installed. */
async function installTools(): Promise<void> {
  const stamp = JSON.stringify([npmTools, pythonTools]);
  const installed = await readFile(join(home, 'stamp.json'), 'utf8').catch(() => null);
  if (installed === stamp) return;
  await mkdir(home, { recursive: true });
  await writeFile(join(home, 'package.json'), '{ "private": true, "type": "module" }');
  await run('pnpm', ['--dir', home, '--ignore-workspace', 'add', '--ignore-scripts', ...npmTools]);
  await run('python3', ['-m', 'venv', join(home, 'python')]);
  await run(pythonTool('pip'), ['install', '--quiet', ...pythonTools]);
  await writeFile(join(home, 'stamp.json'), stamp);
}

/** @throws Error with the warnings of the generator, such as operations that it omits */
async function generatePython(description: string, name: string): Promise<void> {
  const settings = join(home, 'python.yaml');
  await writeFile(settings, pythonSettings);
  const target = join(generated, 'python', name);
  const options = ['--path', description, '--output-path', target, '--config', settings, '--fail-on-warning'];
  const PATH = `${join(home, 'python/bin')}:${process.env['PATH']}`;
  await run(pythonTool('openapi-python-client'), ['generate', ...options], { ...process.env, PATH });
}

async function generateTypeScript(description: string, name: string): Promise<void> {
  const types = join(generated, `${name}.d.ts`);
  await run(process.execPath, [npmTool('openapi-typescript/bin/cli.js'), description, '--output', types]);
  const heyApi = npmTool('@hey-api/openapi-ts/bin/run.js');
  const options = ['--input', description, '--output', join(generated, name), '--no-log-file'];
  await run(process.execPath, [heyApi, ...options, '--client', '@hey-api/client-fetch']);
}

/** @throws Error for a client that does not pass its type checker */
async function checkTypes(): Promise<void> {
  await run(process.execPath, [npmTool('typescript/bin/tsc'), '--project', home]);
  await run(pythonTool('mypy'), ['--cache-dir', join(home, 'mypy'), join(generated, 'python')]);
}

const described = join(repository, 'docs/openapi');
const descriptions = (await readdir(described)).filter((file) => file.endsWith('.yaml'));
await installTools();
await writeFile(join(home, 'tsconfig.json'), JSON.stringify(tsconfig));
for (const folder of [generated, compiled]) await rm(folder, { recursive: true, force: true });
for (const file of descriptions) {
  const [path, name] = [join(described, file), basename(file, '.yaml')];
  await generateTypeScript(path, name);
  await generatePython(path, name);
  console.log(`${name}: clients are generated`);
}
await copyJourneys();
await checkTypes();
console.log('All clients pass their type checkers.');
await signUpByClients();
