import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { busCheck } from '@pas/platform/events/bus-status';
import { connectBus, type Bus } from '@pas/platform/events/bus';
import { RetryLater } from '@pas/platform/events/retry-later';
import { readReadiness, type Readiness } from '@pas/platform/health/readiness';
import { createLogger } from '@pas/platform/log/logger';
import { freePort } from '@pas/testing/free-port';
import { startNats } from '@pas/testing/local-nats';
import { natsConfig, natsUser } from '@pas/testing/nats-config';
import { prepareOwnNats, type OwnNats } from '@pas/testing/own-nats';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

const log = createLogger({ service: 'shared', environment: 'TEST', level: 'silent' });

describe('the event bus', () => {
  let nats: OwnNats;
  let bus: Bus;

  beforeAll(async () => {
    nats = await prepareOwnNats();
  });
  afterAll(() => nats.wipe());
  beforeEach(async () => {
    await nats.start();
    bus = connectBus({ url: nats.url, name: 'shared', log });
    await connected();
  });
  afterEach(async () => {
    await bus.close();
    await nats.stop();
  });

  describe('its check', () => {
    test('passes while NATS answers', async () => {
      expect(await readiness()).toEqual({ status: 'ready', checks: { nats: { status: 'up' } } });
    });

    test('degrades the process immediately when NATS stops, and passes again when it returns', async () => {
      await nats.stop();
      await waitUntil(async () => (await readiness()).status === 'degraded', {
        what: 'the loss to be seen',
        timeoutMs: 1000,
      });
      expect(await readiness()).toMatchObject({ status: 'degraded', checks: { nats: { status: 'down' } } });
      await nats.start();
      await waitUntil(async () => (await readiness()).status === 'ready', {
        what: 'the check to pass again',
      });
    });

    test('degrades the process only while NATS hangs', async () => {
      nats.freeze();
      await expect.poll(async () => (await readiness()).status).toBe('degraded');
      nats.thaw();
      await expect.poll(async () => (await readiness()).status).toBe('ready');
    });

    test('degrades the process when no stream acknowledges an event, as with a full disk', async () => {
      // The subject has a listener that never answers.
      const listener = bus.listen('silent.subject', () => undefined);
      await bus.ping();
      await expect(bus.publish('silent.subject', '{}', { msgId: 'one' })).rejects.toThrow('TIMEOUT');
      listener.stop();
      const message = expect.stringContaining('does not store silent.subject') as string;
      expect(await readiness()).toMatchObject({ status: 'degraded', checks: { nats: { message } } });
    });

    async function readiness(): Promise<Readiness> {
      return readReadiness([busCheck(bus)]);
    }
  });

  test('answers requests, and still listens after a reconnect', async () => {
    bus.listen('doors.main.unlock', (message) => {
      message.respond(`${message.body} by ${message.header('x-caller')}`);
    });
    const ask = async (): Promise<string> => {
      const options = { timeoutMs: 30_000, headers: { 'x-caller': 'test' } };
      return (await bus.request('doors.main.unlock', 'opened', options)).body;
    };
    expect(await ask()).toBe('opened by test');
    await nats.stop();
    await nats.start();
    await connected();
    expect(await waitUntil(ask, { what: 'the door to answer again' })).toBe('opened by test');
  });

  test('listens from the first connection if asked earlier', async () => {
    await nats.stop();
    const early = connectBus({ url: nats.url, name: 'early', log });
    const heard: string[] = [];
    early.listen('news', ({ body }) => void heard.push(body));
    await nats.start();
    await waitUntil(() => early.isConnected(), { what: 'the first connection' });
    await waitUntil(
      () => {
        early.emit('news', 'hello');
        return heard.length > 0;
      },
      { what: 'the news' },
    );
    await early.close();
    expect(heard[0]).toBe('hello');
  });

  test('stops listening', async () => {
    const heard: string[] = [];
    bus.listen('news', ({ body }) => void heard.push(body)).stop();
    bus.listen('news', ({ body }) => void heard.push(`second ${body}`));
    bus.emit('news', 'hello');
    await bus.ping();
    expect(heard).toEqual(['second hello']);
  });

  test('reports that no responder answers', async () => {
    await expect(bus.request('nobody', '', { timeoutMs: 1000 })).rejects.toThrow(RetryLater);
  });

  test('reports that NATS is unavailable, and emits nothing', async () => {
    await nats.stop();
    await waitUntil(() => !bus.isConnected(), { what: 'the loss to be seen' });
    bus.emit('news', 'unheard');
    await expect(bus.publish('pas.v1.x.y.z', '', { msgId: '1' })).rejects.toThrow(RetryLater);
    await expect(bus.request('doors', '', { timeoutMs: 1000 })).rejects.toThrow(RetryLater);
  });

  test('closes without any server', async () => {
    const lonely = connectBus({ url: `nats://127.0.0.1:${await freePort()}`, name: 'lonely', log });
    await lonely.close();
    await expect(lonely.ping()).rejects.toThrow(RetryLater);
  });

  async function connected(): Promise<void> {
    await waitUntil(() => bus.isConnected(), { what: 'the bus to be connected' });
  }
});

test('the event bus takes user and password from its URL', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'property-access-nats-'));
  const port = await freePort();
  const password = 'p@ss/word';
  const users = [natsUser({ account: 'DEV', user: 'operator', password })];
  const configFile = join(dir, 'nats-server.conf');
  await writeFile(configFile, natsConfig({ accounts: [{ name: 'DEV', users }], storeDir: dir, port }));
  const server = await startNats({ dir, port, configFile });
  const url = `nats://dev-operator-1:${encodeURIComponent(password)}@127.0.0.1:${port}`;
  const bus = connectBus({ url, name: 'shared', log });
  await waitUntil(() => bus.isConnected(), { what: 'the bus to be connected' });
  await expect(bus.ping()).resolves.toBeUndefined();
  await bus.close();
  await server.stop();
  await rm(dir, { recursive: true, force: true });
});
