import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, get } from 'node:https';
import type { Server } from 'node:http';
import { connect as connectPlain } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls';
import { listen, portOf } from '@pas/platform/http/listen';
import { createLogger, type Logger } from '@pas/platform/log/logger';
import type { ServedTls } from '@pas/platform/tls/serve-tls';
import { newAuthority, type Authority, type Pair } from '@pas/testing/certificates';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

const names = ['localhost', '127.0.0.1'];
let directory: string;
let authority: Authority;
let server: Server;
let logged: { msg: string; reason?: string }[];

const certFile = (): string => join(directory, 'cert.pem');
const keyFile = (): string => join(directory, 'key.pem');
function write({ cert, key }: Pair): void {
  writeFileSync(certFile(), cert);
  writeFileSync(keyFile(), key);
}

/** Makes a logger that keeps its lines. */
const log = (): Logger => {
  const silent = createLogger({ service: 'test', environment: 'DEV', level: 'silent' });
  const keep = (fields: object, msg: string) => void logged.push({ ...fields, msg });
  return Object.assign(Object.create(silent) as Logger, { info: keep, error: keep });
};

const start = (more: Partial<ServedTls> = {}): Promise<Server> =>
  listen((request, response) => response.end(`answered ${request.url}`), {
    host: '127.0.0.1',
    port: 0,
    tls: { certFile: certFile(), keyFile: keyFile(), log: log(), pollMs: 20, ...more },
  });

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'serve-tls-'));
  authority = await newAuthority('Test authority');
});
afterAll(() => rmSync(directory, { recursive: true }));

beforeEach(async () => {
  logged = [];
  write(await authority.issue(names));
  server = await start();
});
afterEach(async () => {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
});

async function open(options: ConnectionOptions = {}): Promise<TLSSocket> {
  const socket = connect({ host: '127.0.0.1', port: portOf(server), ca: authority.cert, ...options });
  await once(socket, 'secureConnect');
  return socket;
}

async function serialShown(): Promise<string> {
  const socket = await open();
  const { serialNumber } = socket.getPeerCertificate();
  socket.destroy();
  return serialNumber;
}

async function ask(agent: Agent, path = '/'): Promise<string> {
  const request = get({ host: '127.0.0.1', port: portOf(server), path, agent });
  const [response] = (await once(request, 'response')) as [NodeJS.ReadableStream];
  return text(response);
}

const newAgent = (): Agent => new Agent({ keepAlive: true, ca: authority.cert });

describe('a server with a certificate', () => {
  test('answers over TLS 1.2 and 1.3 with HTTP/1.1, and refuses older versions', async () => {
    const modern = await open({ ALPNProtocols: ['h2', 'http/1.1'] });
    expect([modern.getProtocol(), modern.alpnProtocol]).toEqual(['TLSv1.3', 'http/1.1']);
    const older = await open({ maxVersion: 'TLSv1.2' });
    expect(older.getProtocol()).toBe('TLSv1.2');
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
    await expect(open(old)).rejects.toThrow(/protocol version|alert/i);
    modern.destroy();
    older.destroy();
  });

  test('answers 50 new connections at once', async () => {
    const agent = new Agent({ ca: authority.cert });
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => ask(agent, `/${n}`)));
    expect(answers).toEqual(answers.map((_, n) => `answered /${n}`));
  });

  test('ends a connection whose handshake is late, and continues to listen', async () => {
    const strict = await start({ handshakeTimeoutMs: 100 });
    const silent = connectPlain(portOf(strict), '127.0.0.1');
    await once(silent, 'connect');
    await once(silent.resume(), 'close');
    expect(strict.listening).toBe(true);
    strict.close();
  });

  test('ends a connection with plain HTTP without an answer', async () => {
    const plain = connectPlain(portOf(server), '127.0.0.1');
    plain.write('GET / HTTP/1.1\r\nHost: plain.test\r\n\r\n');
    expect(await text(plain)).not.toContain('HTTP/1.1');
    expect(await ask(newAgent())).toBe('answered /');
  });

  test('answers an unreadable request with a problem body', async () => {
    const socket = await open();
    socket.write('NONSENSE\r\n\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 .*application\/problem\+json/s);
  });
});

describe('a replaced certificate', () => {
  test('is shown to new connections, while open ones continue', async () => {
    const agent = newAgent();
    expect(await ask(agent, '/before')).toBe('answered /before');
    const [socket] = Object.values(agent.freeSockets).flat();
    const first = await serialShown();
    write(await authority.issue(names));
    await waitUntil(async () => (await serialShown()) !== first, { what: 'the new certificate' });
    expect(await ask(agent, '/after')).toBe('answered /after');
    expect(Object.values(agent.freeSockets).flat()).toEqual([socket]);
    expect(logged).toMatchObject([{ msg: 'a new certificate is shown' }]);
  });

  test('is not shown while its key is missing, which is logged once', async () => {
    const first = await serialShown();
    const next = await authority.issue(names);
    writeFileSync(certFile(), next.cert);
    await waitUntil(() => logged.length > 0, { what: 'the fault to be logged' });
    expect(await serialShown()).toBe(first);
    writeFileSync(keyFile(), next.key);
    await waitUntil(async () => (await serialShown()) !== first, { what: 'the new certificate' });
    expect(logged).toMatchObject([
      { reason: 'the key file has no key in PEM that belongs to the certificate' },
      { msg: 'a new certificate is shown' },
    ]);
  });

  test('is not shown when it has expired', async () => {
    const first = await serialShown();
    write(await authority.issue(names, { days: 1, from: new Date('2020-01-01') }));
    await waitUntil(() => logged.length > 0, { what: 'the fault to be logged' });
    expect(logged).toMatchObject([{ reason: 'the certificate has expired' }]);
    expect(await serialShown()).toBe(first);
  });
});
