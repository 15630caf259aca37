import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { register } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { repositoryDir } from '../src/local-system/plans/node-program.ts';
import { importMetrics } from '../src/observability/registered-metrics.ts';

// The short form of the checks of metrics is observability.own-process.test.ts.
const directory = mkdtempSync(join(tmpdir(), 'pas-promtool-'));
const cwd = join(repositoryDir, 'docs/observability');
let promtool: string;

/** Finds promtool in PATH, or unpacks it from the package `prometheus` of the distribution. */
function openPromtool(): string {
  const found = (process.env['PATH'] ?? '').split(':').map((folder) => join(folder, 'promtool'));
  const installed = found.find((file) => existsSync(file));
  if (installed !== undefined) return installed;
  execFileSync('apt-get', ['download', 'prometheus'], { cwd: directory, stdio: 'pipe' });
  const [archive = ''] = globSync('*.deb', { cwd: directory });
  execFileSync('dpkg', ['-x', archive, directory], { cwd: directory });
  return join(directory, 'usr/bin/promtool');
}

beforeAll(() => {
  promtool = openPromtool();
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const run = (args: readonly string[], input = '') => {
  const { status, stdout, stderr } = spawnSync(promtool, args, { cwd, input, encoding: 'utf8' });
  return { status, output: stdout + stderr };
};

test('promtool accepts names, types and labels of all metrics', async () => {
  await importMetrics();
  expect(run(['check', 'metrics'], await register.metrics())).toEqual({ status: 0, output: '' });
  expect(run(['check', 'metrics'], '# TYPE requests counter\nrequests 1\n').status).not.toBe(0);
});

test('promtool accepts the scrape configuration and all rules', () => {
  expect(run(['check', 'config', '--syntax-only', 'prometheus.yaml'])).toMatchObject({ status: 0 });
  expect(run(['check', 'rules', 'alerts.yaml'])).toMatchObject({ status: 0 });
});

test('each alert is quiet before its cause and fires after it', () => {
  expect(run(['test', 'rules', 'alerts.test.yaml'])).toMatchObject({ status: 0 });
});
