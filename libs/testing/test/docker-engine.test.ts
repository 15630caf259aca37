import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, onTestFinished, test } from 'vitest';

import { answersDocker } from '@pas/testing/docker-engine';
import { freePort } from '@pas/testing/free-port';

describe('the probe for a Docker engine', () => {
  test('finds one that answers its ping, by port and by socket file', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'property-access-'));
    onTestFinished(() => rm(dir, { recursive: true, force: true }));
    const socketPath = join(dir, 'docker.sock');
    await listen(socketPath, 200);
    const port = await listen(0, 200);

    expect(await answersDocker(`unix://${socketPath}`)).toBe(true);
    expect(await answersDocker(`tcp://127.0.0.1:${port}`)).toBe(true);
  });

  test('finds none on a port without a listener', async () => {
    expect(await answersDocker(`tcp://127.0.0.1:${await freePort()}`)).toBe(false);
  });

  test('finds none where another server answers', async () => {
    expect(await answersDocker(`tcp://127.0.0.1:${await listen(0, 404)}`)).toBe(false);
  });

  test('gives up on one that hangs', async () => {
    expect(await answersDocker(`tcp://127.0.0.1:${await listen(0, 'never')}`)).toBe(false);
  });
});

async function listen(where: string | number, status: number | 'never'): Promise<number | undefined> {
  const engine = createServer((request, response) => {
    if (status === 'never') return;
    response.writeHead(request.url === '/_ping' ? status : 500).end();
  });
  engine.listen(where);
  await once(engine, 'listening');
  onTestFinished(() => {
    engine.closeAllConnections();
    engine.close();
  });
  return (engine.address() as AddressInfo).port;
}
