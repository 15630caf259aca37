import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import { repositoryDir } from '@pas/tools/local-system/plans/node-program';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readDocument, sectionBlocks } from '../documents/section-blocks.ts';
import { openShell } from '../documents/shell-session.ts';
import { call } from '../client/http-call.ts';
import { prepareSystem, type ComposedSystem, type ContainerState } from './composed-system.ts';
import { findObstacle, startEngine, type Engine } from './engine.ts';

const obstacle = findObstacle();
if (obstacle !== null) console.warn(`the containers did not run: ${obstacle}`);

const hour = 3_600_000;
const gatewayUrl = 'http://127.0.0.1:4000';
const images = ['gateway', 'admin', 'resident', 'core-mobile', 'webhooks', 'cli', 'sandbox'];
const mebibytes = (bytes: number): number => Math.round(bytes / 1024 ** 2);

/** Defines the documented command for docker-compose 1.29, with the engine and folder of the test. */
const dockerFunction = (engine: Engine): string =>
  `export DOCKER_HOST=${engine.env['DOCKER_HOST'] ?? ''}\n` +
  'docker() { shift; docker-compose --project-name property-access "$@" 2>/dev/null; }';

describe.skipIf(obstacle !== null)('the containers of docker-compose.yml', () => {
  let engine: Engine;
  let system: ComposedSystem;
  let states: ContainerState[];
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
    await system.remove().finally(engine.stop);
  }, hour);

  test('each image adds 150 MiB to Node at most, and runs as a user without rights', async () => {
    const inspect = async (image: string) =>
      (await engine.docker('inspect', '--format', '{{.Size}} {{.Config.User}}', image)).split(' ');
    const [base] = await inspect('node:24.21.0-bookworm-slim');
    const table = await Promise.all(
      images.map(async (image) => [image, ...(await inspect(`property-access/${image}`))]),
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
    const shell = openShell(system.directory);
    const [firstKeys = ''] = sectionBlocks(readDocument('docs/deploy.md'), 'Containers on one machine');
    await shell.paste(dockerFunction(engine));
    const apiKey = /^pas_\S+$/m.exec(await shell.paste(firstKeys))?.[0];
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
    shell.close();
  }, 600_000);

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

  test(
    'each killed container restarts and becomes healthy, and requests succeed then',
    async () => {
      for (const { service, pid, health } of states) {
        if (health === null) continue;
        process.kill(pid, 'SIGKILL');
        expect(await system.awaitHealth(service, pid)).toMatchObject({ restarts: 1 });
      }
      expect((await call(`${gatewayUrl}/readyz`)).status).toBe(200);
      expect((await call(`${gatewayUrl}/api/admin/properties`)).status).toBe(401);
    },
    hour,
  );
});
