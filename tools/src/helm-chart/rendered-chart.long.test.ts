import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StreamsConfig } from '@pas/cli/src/config.ts';
import { readConfig } from '@pas/platform/config/read-config';
import { afterAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { goodValueOf } from '../production-settings/environments.ts';
import { findPython, openVenv } from '../python/open-venv.ts';
import { serviceSchemas } from '../service-configs.ts';
import { findPolicyFaults } from './find-policy-faults.ts';
import { findHelm, lintChart, readManifests, renderChart, type Manifest } from './render-chart.ts';

const helm = await findHelm();
const directory = mkdtempSync(join(tmpdir(), 'pas-chart-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Connections from the components of a release, as the architecture has them. */
const connections: Readonly<Record<string, readonly string[]>> = {
  gateway: ['admin', 'core-mobile', 'mongo', 'resident', 'webhooks'],
  'webhook-gateway': ['mongo', 'webhooks'],
  admin: ['mongo', 'nats'],
  'admin-workers': ['mail', 'mongo', 'nats'],
  resident: ['mongo', 'nats'],
  'core-mobile': ['mongo', 'nats'],
  webhooks: ['mongo', 'nats'],
  'command-users': ['mongo'],
  'command-migrations': ['mongo'],
  'command-streams': ['nats'],
};

interface Peer {
  podSelector?: { matchLabels: Record<string, string> };
}
interface Rule {
  to?: Peer[];
  from?: Peer[];
  ports: { port: number | string }[];
}

const component = 'app.kubernetes.io/component';
const storePorts: Readonly<Record<string, string>> = { 27017: 'mongo', 4222: 'nats', 465: 'mail' };
const ofKind = (manifests: readonly Manifest[], kind: string) =>
  manifests.filter((manifest) => manifest.kind === kind);
const componentsIn = (peers: readonly Peer[] = []): string[] =>
  peers.flatMap(({ podSelector }) => podSelector?.matchLabels[component] ?? []);

/** Returns the destinations of a policy. A collector of traces, DNS and public addresses do not count. */
function destinationsOf({ spec }: Manifest): string[] {
  const stores = (spec['egress'] as Rule[]).flatMap(({ to, ports }) => [
    ...componentsIn(to),
    ...ports.flatMap(({ port }) => storePorts[port] ?? []),
  ]);
  return stores.filter((name) => !name.startsWith('k8s')).toSorted();
}

/** Returns the environment of a process that has read its Secret. */
function environmentOf({ spec }: Manifest): Record<string, string> {
  const { env = [] } = spec.template?.spec.containers[0] ?? {};
  const variables = env.map(({ name, value }): [string, string] => {
    if (name.startsWith('TLS_')) return [name, goodValueOf(name) ?? ''];
    const secret = name.replace(/_FILE$/, '');
    return value.startsWith('/secrets/') ? [secret, goodValueOf(secret) ?? ''] : [name, value];
  });
  return { ...Object.fromEntries(variables), NODE_ENV: 'production', HOST: '0.0.0.0', PORT: '8080' };
}

const imageOf = ({ spec }: Manifest): string =>
  /([\w-]+):[^/]*$/.exec(spec.template?.spec.containers[0]?.image ?? '')?.[1] ?? '';

describe.skipIf(helm === null)('the chart', () => {
  const render = (values: string, settings: readonly string[] = []): Promise<string> =>
    renderChart(helm ?? '', values, settings);

  describe.each(['small.yaml', 'production.yaml', 'two-ingresses.yaml'])('with %s', async (values) => {
    const rendered = helm === null ? '' : await render(values);
    const manifests = readManifests(rendered);

    test('passes helm lint', async () => {
      expect(await lintChart(helm ?? '', values)).toContain('0 chart(s) failed');
    });

    test('has valid manifests of Kubernetes', async () => {
      const file = join(directory, values);
      writeFileSync(file, rendered);
      const python = await openVenv((await findPython(10)) ?? 'python3', [
        join(import.meta.dirname, 'kubernetes-validate.txt'),
      ]);
      const code = 'from kubernetes_validate.__main__ import main; import sys; sys.exit(main())';
      const validate = ['-c', code, '--strict', '--kubernetes-version', '1.37', file];
      const { status, stdout, stderr } = spawnSync(python, validate, { encoding: 'utf8' });
      const unknown = /Couldn't find schema for kind (\w+)/g;
      const failures = (stdout + stderr).split('\n').filter((line) => line.startsWith('ERROR'));
      expect({ status, failures }).toEqual({ status: 0, failures: [] });
      const kinds = Array.from((stdout + stderr).matchAll(unknown), ([, kind]) => kind);
      expect(kinds.filter((kind) => kind !== 'ServiceMonitor')).toEqual([]);
    });

    test('keeps the rules for pods', () => {
      expect(findPolicyFaults(manifests)).toEqual([]);
    });

    test('configures each process so that it starts in production', () => {
      const deployments = ofKind(manifests, 'Deployment');
      expect(deployments.length).toBeGreaterThanOrEqual(6);
      for (const deployment of deployments) {
        const schema = serviceSchemas[imageOf(deployment)] as z.ZodObject;
        expect(() => readConfig(schema, environmentOf(deployment))).not.toThrow();
      }
      const streams = ofKind(manifests, 'Job').find(
        ({ metadata }) => metadata.name === 'core-command-streams',
      );
      expect(() => readConfig(StreamsConfig, streams ? environmentOf(streams) : {})).not.toThrow();
    });

    test('allows the connections of the architecture and no others', () => {
      for (const policy of ofKind(manifests, 'NetworkPolicy')) {
        const name = policy.metadata.labels[component] ?? '';
        expect([name, destinationsOf(policy)]).toEqual([name, connections[name.replace('prune', 'users')]]);
        const clients = ((policy.spec['ingress'] ?? []) as Rule[]).flatMap(({ from }) => componentsIn(from));
        const expected = Object.keys(connections).filter((client) => connections[client]?.includes(name));
        const isIn = (client: string): boolean =>
          manifests.some(({ metadata }) => metadata.labels[component] === client) ||
          client !== 'webhook-gateway';
        expect(clients.filter(isIn).toSorted()).toEqual(expected.filter(isIn).toSorted());
      }
    });

    test('protects each workload of several replicas from evictions', () => {
      const isReplicated = ({ spec }: Manifest): boolean => spec['replicas'] !== 1;
      const names = (of: readonly Manifest[]): string[] => of.map(({ metadata }) => metadata.name);
      expect(names(ofKind(manifests, 'PodDisruptionBudget'))).toEqual(
        names(ofKind(manifests, 'Deployment').filter(isReplicated)),
      );
    });
  });

  test('runs the commands before the services, one after another', async () => {
    const jobs = ofKind(readManifests(await render('production.yaml')), 'Job');
    const order = jobs
      .map(({ metadata: { annotations }, spec }) => ({
        hook: annotations['helm.sh/hook'],
        weight: Number(annotations['helm.sh/hook-weight']),
        command: spec.template?.spec.containers[0]?.args.join(' '),
      }))
      .toSorted((a, b) => a.weight - b.weight);
    const before = order.filter(({ hook }) => hook === 'pre-install,pre-upgrade');
    expect(before.map(({ command }) => command)).toEqual([
      'users apply',
      'migrations apply',
      'streams apply',
    ]);
    expect(order.filter(({ hook }) => hook === 'post-upgrade').map(({ command }) => command)).toEqual([
      'users prune',
    ]);
  });

  test('leads each host of two ingresses to its own gateway', async () => {
    const ingresses = ofKind(readManifests(await render('two-ingresses.yaml')), 'Ingress');
    const routes = ingresses.map(({ spec }) => JSON.stringify(spec['rules']));
    expect(routes).toHaveLength(2);
    expect(routes[0]).toMatch(/"host":"property.test".*"name":"core-gateway"/);
    expect(routes[1]).toMatch(/"host":"hooks.property.test".*"name":"core-webhook-gateway"/);
  });

  test.each([
    ['image.tag=latest', '/image/tag'],
    ['portalUrl=http://a.test', '/portalUrl'],
    ['workloads.admin.replica=2', '/workloads/admin/replica'],
    ['workloads.admin.enabled=false', '/workloads/admin'],
    ['networkPolicy.mongo.to=null', '/networkPolicy/mongo'],
    ['ingress.api.host=', '/ingress/api/host'],
    ['environment=prod', '/environment'],
  ])('refuses %s', async (setting, place) => {
    await expect(render('small.yaml', [setting])).rejects.toThrow(place);
  });
});
