import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import { freePort } from '@pas/shared/testing/free-port';
import type { RunningServer } from '@pas/shared/testing/running-server';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { readCompose } from '../../src/compose/compose-file.ts';
import { localEnvFile } from '../../src/compose/env-file.ts';
import { newLocalKeys } from '../../src/compose/local-keys.ts';
import { readDockerfiles } from '../../src/images/dockerfile.ts';
import { makeImage, type LaidOutImage } from '../../src/images/make-image.ts';
import { connectTo, startComposeNats } from './compose-network.ts';
import { developmentPackagesOf, ownFilesOf } from './image-content.ts';
import { runToEnd, startContainer } from './run-container.ts';

const variables = parseEnv(localEnvFile(newLocalKeys()));
const containers = Object.values(readCompose(variables).services);
const dockerfiles = readDockerfiles();

const directory = mkdtempSync(join(tmpdir(), 'images-'));
const images = new Map<string, LaidOutImage>();
let nats: RunningServer;

/** How compose starts the first container of an image, on this machine's stores and on ports that are free. */
async function startOf(name: string) {
  const { environment = {}, command = [] } = containers.find(({ build }) => build === name) ?? {};
  const port = String(await freePort());
  const any = { METRICS_PORT: '0', MAILBOX_PORT: '0', SMTP_PORT: '0', IDENTITY_PORT: '0' };
  const listening = { HOST: '127.0.0.1', PORT: port, SANDBOX_HOST: '127.0.0.1', SANDBOX_PORT: port, ...any };
  const connected = connectTo({ mongoUrl: inject('mongoUrl'), natsUrl: nats.url }, environment);
  return { port, start: { environment: { ...connected, ...listening, DRAIN_MS: '0' }, command } };
}

function imageOf(name: string): LaidOutImage {
  const image = images.get(name);
  if (!image) throw new Error(`There is no image of ${name}.`);
  return image;
}

beforeAll(async () => {
  const natsDirectory = join(directory, 'nats');
  mkdirSync(natsDirectory);
  nats = await startComposeNats(natsDirectory, variables);
  const made = await Promise.all(dockerfiles.map((each) => makeImage(each, join(directory, each.name))));
  for (const image of made) images.set(image.dockerfile.name, image);
  // No service is ready without its indexes, which compose has the operator's command apply.
  const { start } = await startOf('cli');
  await runToEnd(imageOf('cli'), start);
});
afterAll(async () => {
  await nats.stop();
  rmSync(directory, { recursive: true, force: true });
});

describe.each(dockerfiles)('the image of $name', ({ name, path }) => {
  const folder = dirname(path);

  test('holds its own sources and what it imports, and nobody else’s', () => {
    const shared = name === 'sandbox' ? [] : ['libs/shared'];
    const served = name === 'gateway' ? ['docs/openapi'] : [];
    const folders = [folder, ...shared, ...served];
    const elsewhere = ownFilesOf(imageOf(name)).filter(
      (file) => !folders.some((owned) => file.startsWith(`${owned}/`)),
    );
    expect(elsewhere.toSorted()).toEqual(['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml']);
  });

  test('holds nothing that only its development needs', () => {
    const files = ownFilesOf(imageOf(name));
    expect(files.filter((file) => /\.test\.ts$|\/test(ing)?\//.test(file))).toEqual([]);
    expect(developmentPackagesOf(imageOf(name))).toEqual([]);
  });
});

describe.each(dockerfiles.filter(({ name }) => name !== 'cli'))('the container of $name', ({ name }) => {
  test('becomes ready as compose starts it, is found healthy, and ends when asked to', async () => {
    const { port, start } = await startOf(name);
    const container = await startContainer(imageOf(name), start, `http://127.0.0.1:${port}/readyz`);
    await expect(container.checkHealth()).resolves.toBeUndefined();
    expect(await container.stop()).toBe(0);
  });
});
