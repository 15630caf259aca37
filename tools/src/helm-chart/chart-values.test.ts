import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { repository } from '../generated-file.ts';
import { workerMalloc, workerOptions } from '../local-system/plans/plan-services.ts';
import { serviceVariables } from '../service-configs.ts';

const Workload = z.object({
  secretNames: z.array(z.string()),
  env: z.record(z.string(), z.unknown()).default({}),
});
const Values = z.object({
  env: z.record(z.string(), z.unknown()),
  workloads: z.record(z.string(), Workload),
  commands: z.record(z.string(), Workload),
});

const chart = join(repository, 'deploy/helm');
const read = (path: string): string => readFileSync(join(chart, path), 'utf8');
const { env: common, workloads, commands } = Values.parse(parse(read('values.yaml')));
const podTemplate = read('templates/_pods.tpl');
const derived = new Set(Array.from(podTemplate.matchAll(/- \{ name: ([A-Z_]+),/g), ([, name]) => name));

/** Workloads whose image has another name. */
const images: Readonly<Record<string, string>> = { 'webhook-gateway': 'gateway', 'admin-workers': 'admin' };
const imageOf = (workload: string): string => images[workload] ?? workload;

/** Variables that the image sets. */
const ofTheImage = ['PORT', 'NODE_ENV', 'HOST'];

test('a workload of the chart runs each image of a service', () => {
  const run = new Set(Object.keys(workloads).map(imageOf));
  expect(run).toEqual(new Set(Object.keys(serviceVariables)));
});

describe.each(Object.entries(workloads))('the workload %s', (name, { secretNames, env }) => {
  const variables = serviceVariables[imageOf(name)] ?? [];
  const set = [...secretNames, ...Object.keys(env), ...Object.keys(common)];

  test('sets only variables that its service reads', () => {
    const known = new Set(variables.map((variable) => variable.name));
    expect(set.filter((variable) => !known.has(variable))).toEqual([]);
  });

  test('sets each variable that its service needs', () => {
    const given = new Set([...set, ...derived, ...ofTheImage]);
    const missing = variables.filter((variable) => variable.isRequired && !given.has(variable.name));
    expect(missing.map((variable) => variable.name)).toEqual([]);
  });

  test('takes secrets only from its Secret', () => {
    const secrets = new Set(variables.filter(({ isSecret }) => isSecret).map((variable) => variable.name));
    expect(Object.keys(env).filter((variable) => secrets.has(variable))).toEqual([]);
  });
});

test('only the workers have the key that signs checkpoints', () => {
  const holders = Object.entries(workloads).filter(([, { secretNames }]) =>
    secretNames.includes('AUDIT_CHECKPOINT_PRIVATE_KEY'),
  );
  expect(holders.map(([name]) => name)).toEqual(['admin-workers']);
});

test('the workers have the memory options of the local system', () => {
  expect(read('templates/deployments.yaml')).toContain(`[node, ${workerOptions.join(', ')}, src/main.ts]`);
  for (const [name, value] of Object.entries(workerMalloc))
    expect(podTemplate).toContain(`- { name: ${name}, value: '${value}' }`);
});

test('the commands run in the order of the guide', () => {
  const hooks = [
    ...read('templates/commands.yaml').matchAll(/"weight" (\d) "args" \(list "(\w+)" "(\w+)"\)/g),
  ];
  const before = hooks.map(([, weight, group, verb]) => ({
    weight: Number(weight),
    command: `pas ${group} ${verb}`,
  }));
  const prune = before.pop();
  const guide = readFileSync(join(repository, 'docs/deploy.md'), 'utf8');
  const numbered = Array.from(guide.matchAll(/^(\d)\. `(pas \w+ apply)`/gm), ([, weight, command = '']) => ({
    weight: Number(weight),
    command,
  }));
  expect(before).toEqual(numbered);
  expect(guide).toContain(`run \`${prune?.command}\``);
  expect(Object.keys(commands)).toEqual(hooks.map(([, , group, verb]) => (verb === 'prune' ? verb : group)));
});

test('the metrics of the autoscalers are in the dashboard or the alert rules', () => {
  const known = ['dashboard.json', 'alerts.yaml']
    .map((file) => readFileSync(join(repository, 'docs/observability', file), 'utf8'))
    .join('\n');
  const files = globSync('values/*.yaml', { cwd: chart });
  const named = files.flatMap((file) =>
    Array.from(read(file).matchAll(/metric: \{ name: (\w+)/g), ([, metric = '']) => metric),
  );
  expect(named.length).toBeGreaterThan(1);
  expect(named.filter((metric) => !known.includes(metric))).toEqual([]);
});
