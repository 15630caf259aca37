import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@pas/testing/free-port';
import { repositoryDir } from '@pas/tools/local-system/plans/node-program';
import { preparePythonClient, pythonClient } from '@pas/tools/python-client/run-python';
import { beforeAll, expect, test } from 'vitest';
import { createCompany } from '../client/new-company.ts';
import { actAsManager } from '../client/property-manager.ts';
import { openSandboxHook } from '../client/sandbox-hook.ts';
import { useSystem } from '../shared-system/use-system.ts';

const run = promisify(execFile);
const samples = join(repositoryDir, 'apps/docs/samples');

type Language = 'sh' | 'ts' | 'py';

/** The topics with one sample for each language, and words of what each prints. */
const printed: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  'who-am-i': { sh: '"type":"API_KEY"', ts: "API_KEY [ 'DEV', 'TEST' ]", py: "API_KEY ['DEV', 'TEST']" },
  environments: { sh: '"name":"Test Tower"', ts: '1 Test Tower', py: '1 Test Tower' },
  idempotency: { sh: '201 \n201 true', ts: 'true true', py: 'True true' },
  lists: { sh: 'offset=2', ts: '2 3 true\n1 10 2', py: '2 3 True\n1 10 2' },
  changes: { sh: '"label":"10"', ts: 'saved 10', py: 'saved 10' },
  feed: { sh: '"type":"invite.created"', ts: 'invite.created ', py: 'invite.created ' },
  errors: {
    sh: '"code":"validation_failed"',
    ts: "validation_failed [ 'name' ]",
    py: "validation_failed ['name']",
  },
  webhooks: { sh: '"status":"PENDING"', ts: 'door.opened PENDING', py: 'door.opened PENDING' },
};

/** Programs that run files one after another, each below a line `== <path>`. One process starts faster than eight. */
const runners: Readonly<Record<Language, readonly string[]>> = {
  sh: ['bash', '-euo', 'pipefail', '-c', 'for file; do echo "== $file"; (. "$file"); echo; done', 'bash'],
  ts: [
    process.execPath,
    '--input-type=module',
    '--eval',
    'for (const file of process.argv.slice(1)) { console.log(`== ${file}`); await import(file); }',
  ],
  py: [
    'python',
    '-c',
    'import runpy, sys\nfor file in sys.argv[1:]:\n  print("==", file)\n  runpy.run_path(file)',
  ],
};

const files = (language: Language): string[] =>
  Object.keys(printed).map((topic) => join(samples, `${topic}.${language}`));

let env: NodeJS.ProcessEnv;
let python: string;

beforeAll(async () => {
  const { local } = await useSystem();
  python = await preparePythonClient(['requirements.txt']);
  const { key } = await createCompany(local, { name: 'Samples', environments: ['DEV', 'TEST'] });
  const manager = actAsManager({ gatewayUrl: local.gatewayUrl, key });
  const { id } = await manager.createProperty('Cedar Row');
  const [unit] = [
    await manager.ensureUnit(id, '1'),
    await manager.ensureUnit(id, '10'),
    await manager.ensureUnit(id, '2'),
  ];
  await manager.createInvite(unit.id, 'jordan@example.test');
  const inTest = actAsManager({ gatewayUrl: local.gatewayUrl, key, headers: { 'X-Admin-Env': 'TEST' } });
  await inTest.createProperty('Test Tower');
  env = {
    ...process.env,
    PYTHONPATH: join(pythonClient, 'src'),
    PAS_URL: local.gatewayUrl,
    PAS_API_KEY: key,
    PAS_HOOK_URL: openSandboxHook(local.sandboxUrl, 'docs-samples').url,
  };
});

/** Runs all samples of a language. Returns the output of each. */
async function runSamples(language: Language): Promise<string[]> {
  const [program = '', ...options] = runners[language];
  const { stdout } = await run(program === 'python' ? python : program, [...options, ...files(language)], {
    env,
    cwd: samples,
  });
  return stdout.split(/^== .*\n/m).slice(1);
}

test('each sample of the documentation exists in curl, TypeScript and Python', () => {
  const found = readdirSync(samples).filter((name) => !/^(quick-start|run-|set-up)/.test(name));
  const all = (['sh', 'ts', 'py'] as const).flatMap((language) =>
    files(language).map((file) => basename(file)),
  );
  expect(found.toSorted()).toEqual(all.toSorted());
});

test.each(['sh', 'ts', 'py'] as const)(
  'each .%s sample of the documentation prints its result',
  async (language) => {
    const outputs = await runSamples(language);
    const expected = Object.values(printed).map(
      (words) => expect.stringContaining(words[language]) as string,
    );
    expect(outputs).toEqual(expected);
  },
);

test.each(['ts', 'py'] as const)(
  'the .%s quick start of at most 40 lines syncs a roster and verifies a webhook in both runs',
  async (language) => {
    const file = join(samples, `quick-start.${language}`);
    expect(readFileSync(file, 'utf8').trim().split('\n').length).toBeLessThanOrEqual(40);
    const program = language === 'ts' ? process.execPath : python;
    const output = async (): Promise<string> =>
      (await run(program, [file], { env: { ...env, PORT: String(await freePort()) } })).stdout;
    expect([await output(), await output()]).toEqual(
      Array(2).fill('synced 2\nverified resident.moved_out\n'),
    );
  },
);
