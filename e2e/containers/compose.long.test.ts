import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import { repositoryDir } from '@pas/tools/local-system/plans/node-program';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readDocument, sectionBlocks } from '../documents/section-blocks.ts';
import { openShell, type ShellSession } from '../documents/shell-session.ts';
import { freePort } from '@pas/testing/free-port';
import { waitUntil } from '@pas/testing/wait-until';
import { call } from '../client/http-call.ts';
import { collectFigures } from '../faults/collect-figures.ts';
import { prepareSystem, type ComposedSystem, type ContainerState } from './composed-system.ts';
import { findObstacle, startEngine, type Engine } from './engine.ts';

const obstacle = findObstacle();
if (obstacle !== null) console.warn(`the containers did not run: ${obstacle}`);

const hour = 3_600_000;
const gatewayUrl = 'http://127.0.0.1:4000';
const [firstKeys = '', backup = '', restore = '', metrics = ''] = sectionBlocks(
  readDocument('docs/deploy.md'),
  'Containers on one machine',
);
const images = ['gateway', 'admin', 'resident', 'core-mobile', 'webhooks', 'cli', 'mcp', 'sandbox'];

/** Keeps two threads busy for two seconds, and prints the number of processors that they got. */
const useProcessors = `
  const { Worker } = require('node:worker_threads');
  const busy = 'const until = Date.now() + 2000; while (Date.now() < until);';
  const [since, at] = [process.cpuUsage(), performance.now()];
  Promise.all([1, 2].map(() => new Promise((end) => new Worker(busy, { eval: true }).on('exit', end)))).then(() => {
    const { user, system } = process.cpuUsage(since);
    console.log((user + system) / 1000 / (performance.now() - at));
  });`;

const mebibytes = (bytes: number): number => Math.round(bytes / 1024 ** 2);

/** Defines the documented command for docker-compose 1.29, with the engine and folder of the test. */
const dockerFunction = (engine: Engine): string =>
  `export DOCKER_HOST=${engine.env['DOCKER_HOST'] ?? ''}\n` +
  'docker() {\n' +
  '  [ "$1" = compose ] || { /usr/bin/docker "$@"; return; }\n' +
  '  shift; docker-compose --project-name property-access "$@" 2>/dev/null\n' +
  '}';

describe.skipIf(obstacle !== null)('the containers of docker-compose.yml', () => {
  let engine: Engine;
  let system: ComposedSystem;
  let states: ContainerState[];
  let shell: ShellSession;
  let apiKey: string | undefined;
  const figures = collectFigures('containers');
  const ofService = (name: string): ContainerState | undefined =>
    states.find(({ service }) => service === name);

  beforeAll(async () => {
    const home = join(repositoryDir, '.tools/containers');
    engine = await startEngine(home);
    system = prepareSystem(engine);
    await engine.build(join(import.meta.dirname, 'build-stand-ins'), join(home, 'stand-ins'));
    await engine.build(join(import.meta.dirname, 'build-images'));
    await system.compose('--profile', 'local', 'up', '--detach');
    for (const { service, health } of await system.states())
      if (health !== null) await system.awaitHealth(service);
    states = await system.states();
  }, 2 * hour);
  afterAll(async () => {
    figures.save();
    try {
      await system.remove();
    } finally {
      await engine.stop();
    }
  }, hour);

  test('each image adds 150 MiB to Node at most, and runs as a user without rights', async () => {
    const inspect = async (image: string) =>
      (await engine.docker('inspect', '--format', '{{.Size}} {{.Config.User}}', image)).split(' ');
    const [base] = await inspect('node:24.21.0-bookworm-slim');
    const table = await Promise.all(
      images.map(async (image) => [image, ...(await inspect(`property-access/${image}:development`))]),
    );
    console.log(table.map(([image, size]) => `${image} ${mebibytes(Number(size))} MiB`).join(', '));
    expect(table.filter(([, , user]) => user !== '1000:1000')).toEqual([]);
    const added = table.map(([image, size]) => ({
      image,
      mebibytes: mebibytes(Number(size) - Number(base)),
    }));
    expect(added.filter((image) => image.mebibytes > 150)).toEqual([]);
  });

  test('all containers become healthy, and each preparation ends without a fault', () => {
    const wrong = states.filter(({ health, exitCode, status }) =>
      health === null ? status !== 'exited' || exitCode !== 0 : health !== 'healthy',
    );
    expect(wrong).toEqual([]);
    expect(states.filter(({ health }) => health === 'healthy')).toHaveLength(13);
  });

  test('the guide makes the first keys, and the README’s journey runs with them', async () => {
    shell = openShell(system.directory);
    await shell.paste(dockerFunction(engine));
    apiKey = /^pas_\S+$/m.exec(await shell.paste(firstKeys, hour))?.[0];
    expect(apiKey).toBeDefined();
    const local = { gatewayUrl, apiKey, sandboxUrl: 'http://127.0.0.1:4100' };
    writeFileSync(join(system.directory, '.data/local.json'), JSON.stringify(local));
    const [setUp = '', invite = '', signUp = ''] = sectionBlocks(
      readDocument('README.md'),
      'From an invite to a resident',
    );
    const [openDoor = ''] = sectionBlocks(readDocument('README.md'), 'Doors and guests');
    await shell.paste(setUp);
    expect(await shell.paste(invite)).toContain("status: 'QUEUED'");
    expect(await shell.paste(signUp)).toContain("label: 'Apt 4B'");
    expect(await shell.paste(openDoor)).toBe('SUCCEEDED\n');
  }, 600_000);

  test('the image of the MCP server becomes healthy, and serves an agent with a key', async () => {
    const port = await freePort();
    // Production needs TLS.
    const settings = ['NODE_ENV=development', `PAS_URL=${gatewayUrl}`, 'HOST=127.0.0.1', `PORT=${port}`];
    const env = settings.flatMap((setting) => ['--env', setting]);
    const kept = ['--detach', '--read-only', '--tmpfs', '/tmp', '--network', 'host', ...env];
    const id = await engine.docker('run', ...kept, 'property-access/mcp:development');
    try {
      const health = () => engine.docker('inspect', '--format', '{{.State.Health.Status}}', id);
      await waitUntil(async () => (await health()) === 'healthy', {
        what: 'the MCP server',
      });
      const params = {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'agent', version: '1' },
      };
      const answer = await call(`http://127.0.0.1:${port}/mcp`, {
        bearer: apiKey ?? '',
        headers: { accept: 'application/json, text/event-stream' },
        body: { jsonrpc: '2.0', id: 1, method: 'initialize', params },
      });
      expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('serverInfo')]);
    } finally {
      await engine.docker('rm', '--force', id);
    }
  }, 600_000);

  test(
    'the guide prints the metrics of mails, and restores a backup without the building that was added later',
    async () => {
      expect(await shell.paste(metrics)).toContain('message_tries_total{channel="EMAIL",result="sent"} 1');
      expect(await shell.paste(backup, hour)).toContain('"databases":{"DEV"');
      const properties = `${gatewayUrl}/api/admin/properties`;
      const bearer = apiKey ?? '';
      const added = await call(properties, { body: { name: 'Added later' }, bearer });
      expect(added.status).toBe(201);
      await shell.paste(restore, hour);
      shell.close();
      const restored = await waitUntil(
        async () => {
          const { status, text } = await call(properties, { bearer });
          return status === 200 ? text : null;
        },
        { what: 'the restored system', timeoutMs: 600_000, everyMs: 1000 },
      );
      expect(restored).toContain('Harbor View');
      expect(restored).not.toContain('Added later');
      for (const { service, health } of states) if (health !== null) await system.awaitHealth(service);
      states = await system.states();
    },
    hour,
  );

  test('no container can write to its file system, and each has limits', async () => {
    const unlimited = states.filter(
      ({ isReadOnly, memoryBytes, cpus, pids }) => !isReadOnly || !memoryBytes || !cpus || !pids,
    );
    expect(unlimited).toEqual([]);
    const write = system.compose('exec', '-T', 'admin', 'node', '-e', "fs.writeFileSync('/app/x', '')");
    await expect(write).rejects.toThrow('EROFS');
  });

  test('a process above the memory limit ends, and its container stays healthy', async () => {
    const former = ofService('core-mobile');
    const hog = 'const kept = []; for (;;) kept.push(Buffer.alloc(16 * 1024 * 1024, 1));';
    await expect(system.compose('exec', '-T', 'core-mobile', 'node', '-e', hog)).rejects.toMatchObject({
      code: 137,
    });
    expect(await system.awaitHealth('core-mobile')).toMatchObject({ pid: former?.pid, restarts: 0 });
  }, 600_000);

  test('a container gets no more processor time and no more processes than its limits', async () => {
    const { cpus = 0, pid } = ofService('core-mobile') ?? {};
    const exec = (...command: readonly string[]) => system.compose('exec', '-T', 'core-mobile', ...command);
    const used = Number(await exec('node', '-e', useProcessors));
    figures.add({
      promise: 'F25',
      figure: 'processor time of two busy threads, of their limit',
      atMost: 115,
      found: Math.round((100 * used) / cpus),
      unit: '%',
    });
    expect(used).toBeLessThanOrEqual(1.15 * cpus);
    const fork = 'for i in $(seq 400); do sleep 2 & done; wait';
    await expect(exec('sh', '-c', fork)).rejects.toThrow('fork');
    expect(await system.awaitHealth('core-mobile')).toMatchObject({ pid, restarts: 0 });
  }, 600_000);

  test(
    'each killed container restarts and becomes healthy, and requests succeed then',
    async () => {
      let slowestMs = 0;
      for (const { service, pid, health } of states) {
        if (health === null) continue;
        const killedAt = performance.now();
        process.kill(pid, 'SIGKILL');
        expect(await system.awaitHealth(service, pid)).toMatchObject({ restarts: 1 });
        slowestMs = Math.max(slowestMs, performance.now() - killedAt);
      }
      figures.add({
        promise: 'F25',
        figure: 'slowest container until it is healthy again',
        atMost: 60_000,
        found: Math.round(slowestMs),
        unit: 'ms',
      });
      expect((await call(`${gatewayUrl}/readyz`)).status).toBe(200);
      expect((await call(`${gatewayUrl}/api/admin/properties`)).status).toBe(401);
    },
    hour,
  );
});
