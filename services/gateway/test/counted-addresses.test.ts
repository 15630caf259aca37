import { mintApiKey } from '@pas/shared/api-keys/key-format';
import { newId } from '@pas/shared/ids/id';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from './support/http-call.ts';
import { closeDoors, openDoor } from './support/door.ts';
import { runGateway, type RunningGateway } from './support/running-gateway.ts';

const proxy = '127.66.66.66';
let gateway: RunningGateway;

beforeAll(async () => {
  gateway = await runGateway({ TRUSTED_PROXIES: proxy });
});
afterAll(async () => {
  closeDoors();
  await gateway.stop();
});

/** Addresses that count together, as a proxy may write them, and a different one. */
const networks: readonly [string, (host: number) => string, string][] = [
  ['an IPv6 /64', (host) => `2001:db8:1:2::${host.toString(16)}`, '2001:db8:1:3::1'],
  [
    'an IPv6 /64 with ports',
    (host) => `[2001:db8:2:2::${host.toString(16)}]:${1000 + host}`,
    '2001:db8:2:3::1',
  ],
  [
    'IPv4 within IPv6',
    (host) => (host % 2 === 0 ? '::ffff:192.0.2.7' : '::ffff:c000:207'),
    '::ffff:192.0.2.8',
  ],
  ['a zone', (host) => `fe80::${host.toString(16)}%eth${host}`, 'fe81::1'],
];

describe('wrong credentials', () => {
  test.each(networks)('from %s count together', async (_what, addressOf, other) => {
    const fail = async (address: string): Promise<number> => {
      const authorization = `Bearer ${mintApiKey('DEV').key.slice(0, -1)}!`;
      const headers = { authorization, 'x-forwarded-for': address };
      return (await call(gateway.port, '/api/admin/units', { headers, from: proxy })).status;
    };
    for (let host = 1; host <= 300; host += 1) expect(await fail(addressOf(host))).toBe(401);
    expect([await fail(addressOf(301)), await fail(other)]).toEqual([429, 401]);
  });
});

describe('requests for unknown logos', () => {
  test('from one IPv4 address with different ports count together', async () => {
    const ask = async (port: number): Promise<number> => {
      const path = `/brand/${newId('tenant')}/${'0'.repeat(32)}`;
      const headers = { 'x-forwarded-for': `192.0.2.9:${port}` };
      return (await call(gateway.port, path, { headers, from: proxy })).status;
    };
    for (let port = 1001; port <= 1060; port += 1) expect(await ask(port)).toBe(404);
    expect(await ask(1061)).toBe(429);
  });
});

describe('the share of one address in a bulkhead', () => {
  test.each(networks)('includes all addresses of %s', async (_what, addressOf, other) => {
    const { port, bulkhead } = await openDoor(() => undefined, { maxInFlight: 4, timeoutMs: 5000 }, [proxy]);
    const from = async (address: string) =>
      call(port, '/', { headers: { 'x-forwarded-for': address }, from: proxy });
    const held = [from(addressOf(1)), from(addressOf(2))];
    await expect.poll(() => bulkhead.inFlight).toBe(2);
    expect((await from(addressOf(3))).status).toBe(429);
    const another = from(other);
    await expect.poll(() => bulkhead.inFlight).toBe(3);
    closeDoors();
    await Promise.allSettled([...held, another]);
  });
});
