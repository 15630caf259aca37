import { mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import { freePort } from '@pas/testing/free-port';
import type { RunningServer } from '@pas/testing/running-server';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { readCompose } from '../../src/compose/compose-file.ts';
import { localEnvFile } from '../../src/compose/env-file.ts';
import { newLocalKeys } from '../../src/compose/local-keys.ts';
import { readDockerfiles, type Dockerfile } from '../../src/images/dockerfile.ts';
import { makeImage, placeIn, type LaidOutImage } from '../../src/images/make-image.ts';
import { connectTo, startComposeNats } from './compose-network.ts';
import { developmentPackagesOf, ownFilesOf } from './image-content.ts';
import { runBuildPrograms, runToEnd, startContainer } from './run-container.ts';

const variables = parseEnv(localEnvFile(newLocalKeys()));
const containers = Object.values(readCompose(variables).services);
const dockerfiles = readDockerfiles();

const directory = mkdtempSync(join(tmpdir(), 'images-'));
const images = new Map<string, Promise<LaidOutImage>>();
let nats: RunningServer;

/** How compose starts the first container of an image, on this machine's stores and on ports that are free. */
async function startOf(name: string) {
  const { environment = {}, command = [] } = containers.find(({ build }) => build === name) ?? {};
  const port = String(await freePort());
  const any = { METRICS_PORT: '0', MAILBOX_PORT: '0', SMTP_PORT: '0', IDENTITY_PORT: '0' };
  const listening = { HOST: '127.0.0.1', PORT: port, SANDBOX_HOST: '127.0.0.1', SANDBOX_PORT: port, ...any };
  const connected = connectTo({ mongoUrl: inject('mongoUrl'), natsUrl: nats.url }, environment);
  // Compose lets nothing be written below the work directory.
  const confined = { NODE_DISABLE_COMPILE_CACHE: '1', DRAIN_MS: '0' };
  return { port, start: { environment: { ...connected, ...listening, ...confined }, command } };
}

function imageOf(dockerfile: Dockerfile): Promise<LaidOutImage> {
  const { name } = dockerfile;
  const image = images.get(name) ?? makeImage(dockerfile, join(directory, name));
  images.set(name, image);
  return image;
}

beforeAll(async () => {
  const natsDirectory = join(directory, 'nats');
  mkdirSync(natsDirectory);
  nats = await startComposeNats(natsDirectory, variables);
  // No service is ready without its indexes, which compose has the operator's command apply.
  for (const dockerfile of dockerfiles.filter(({ name }) => name === 'cli')) {
    const image = await imageOf(dockerfile);
    const { start } = await startOf('cli');
    await waitUntil(() => runToEnd(image, start), { what: 'the indexes', timeoutMs: 90_000 });
  }
});
afterAll(async () => {
  await nats.stop();
  await rm(directory, { recursive: true, force: true });
});

/** Images are made one beside the other, so a test waits for more than its own work. */
const inCompany = { concurrent: true, timeout: 120_000 };

describe.each(dockerfiles)('the image of $name', inCompany, (dockerfile) => {
  const { name, path } = dockerfile;

  test('holds its own sources and what it imports, and nobody else’s', async () => {
    const shared = name === 'sandbox' ? [] : ['libs/platform', 'libs/shared'];
    const served = name === 'gateway' ? ['docs/openapi'] : [];
    const folders = [dirname(path), ...shared, ...served];
    const elsewhere = ownFilesOf(await imageOf(dockerfile)).filter(
      (file) => !folders.some((owned) => file.startsWith(`${owned}/`)),
    );
    expect(elsewhere.toSorted()).toEqual(['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml']);
  });

  test('holds nothing that only its development needs', async () => {
    const image = await imageOf(dockerfile);
    expect(ownFilesOf(image).filter((file) => /\.test\.ts$|\/test(ing)?\//.test(file))).toEqual([]);
    expect(developmentPackagesOf(image)).toEqual([]);
  });
});

// Services are built alike: where one's build ends well, so do the others'.
const kinds = dockerfiles.filter(({ name }) => ['admin', 'cli', 'sandbox'].includes(name));

describe.each(kinds)('the build of $name', inCompany, (dockerfile) => {
  test('ends well and leaves in the image what Node has compiled', async () => {
    const image = await imageOf(dockerfile);
    await runBuildPrograms(image);
    expect(readdirSync(placeIn(image, '.compile-cache'))).not.toEqual([]);
  });
});

const servers = dockerfiles.filter(({ name }) => name !== 'cli');

describe.each(servers)('the container of $name', inCompany, (dockerfile) => {
  test('becomes ready as compose starts it, is found healthy, and ends when asked to', async () => {
    const image = await imageOf(dockerfile);
    const { port, start } = await startOf(dockerfile.name);
    const container = await startContainer(image, start, `http://127.0.0.1:${port}/readyz`);
    await expect(container.becomeHealthy()).resolves.toBeUndefined();
    expect(await container.stop()).toBe(0);
  });
});
