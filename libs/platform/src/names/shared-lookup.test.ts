import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import type { LookupAddress } from 'node:dns';

import { beforeEach, describe, expect, test } from 'vitest';
import { createSharedLookup, type SharedLookup } from './shared-lookup.ts';

const first: LookupAddress = { address: '127.0.0.2', family: 4 };
const second: LookupAddress = { address: '127.0.0.3', family: 4 };
const six: LookupAddress = { address: '::1', family: 6 };

/** The look-ups that the system has begun, in order. */
let begun: (PromiseWithResolvers<readonly LookupAddress[]> & { name: string })[];
let shared: SharedLookup;
beforeEach(() => {
  begun = [];
  shared = createSharedLookup((name) => {
    const pending = { name, ...Promise.withResolvers<readonly LookupAddress[]>() };
    begun.push(pending);
    return pending.promise;
  }, 1);
});

const fail = (code: string) => Object.assign(new Error(code), { code });
const settled = () => new Promise((resolve) => setImmediate(resolve));
const find = (name: string, options: { all?: boolean; family?: number } = { all: true }) =>
  promisify<string, object, string | LookupAddress[]>(shared.lookup as never)(name, options);

/** Resolves a name once, so that its addresses are known. */
async function learn(name: string, addresses: readonly LookupAddress[]): Promise<void> {
  const found = shared.resolve(name);
  await settled();
  begun.at(-1)?.resolve(addresses);
  await found;
}

describe('look-ups of names', () => {
  test('fifty connections to one name cause one look-up', async () => {
    const found = Array.from({ length: 50 }, () => find('a.test'));
    await settled();
    begun[0]?.resolve([first, second]);
    expect(new Set((await Promise.all(found)).map(String))).toHaveLength(1);
    expect(begun).toHaveLength(1);
  });

  test('one name is looked up at a time, and each of five waiting names once', async () => {
    const names = ['a.test', 'b.test', 'c.test', 'd.test', 'e.test'];
    const found = [...names, ...names].map((name) => find(name).catch(({ code }) => code));
    for (const name of names) {
      await settled();
      expect(begun.map((each) => each.name)).toEqual(names.slice(0, names.indexOf(name) + 1));
      begun.at(-1)?.reject(fail('EAI_AGAIN'));
    }
    expect(await Promise.all(found)).toEqual(Array<string>(10).fill('EAI_AGAIN'));
    expect(begun).toHaveLength(5);
  });

  test('a known name connects to its last address while its look-up hangs or fails', async () => {
    await learn('a.test', [first]);
    expect(await find('a.test')).toEqual([first]);
    begun.at(-1)?.reject(fail('EAI_AGAIN'));
    await settled();
    expect(await find('a.test')).toEqual([first]);
    expect(begun).toHaveLength(3);
  });

  test('a known name connects while the look-up of another name hangs', async () => {
    await learn('a.test', [first]);
    const hanging = find('b.test');
    await settled();
    expect(await find('a.test')).toEqual([first]);
    begun.at(-1)?.resolve([second]);
    expect(await hanging).toEqual([second]);
  });

  test('a changed name connects to its new address after the look-up', async () => {
    await learn('a.test', [first]);
    await learn('a.test', [second]);
    expect(await find('a.test')).toEqual([second]);
  });

  test('a name that no name server knows any more is forgotten', async () => {
    await learn('a.test', [first]);
    const found = shared.resolve('a.test');
    await settled();
    begun.at(-1)?.reject(fail('ENOTFOUND'));
    await expect(found).rejects.toMatchObject({ code: 'ENOTFOUND' });
    const again = find('a.test');
    await settled();
    begun.at(-1)?.reject(fail('EAI_AGAIN'));
    await expect(again).rejects.toMatchObject({ code: 'EAI_AGAIN' });
  });

  test('a connection of one family gets an address of it, or the error ENOTFOUND', async () => {
    await learn('a.test', [six, first]);
    expect(await find('a.test', { family: 4 })).toBe('127.0.0.2');
    await learn('a.test', [first]);
    await expect(find('a.test', { family: 6 })).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  test('a socket connects by the system’s own look-up of localhost', async () => {
    const server = createServer((socket) => socket.end()).listen(0, 'localhost');
    await once(server, 'listening');
    const socket = connect({
      host: 'localhost',
      port: (server.address() as AddressInfo).port,
      lookup: createSharedLookup().lookup,
    });
    await once(socket, 'connect');
    socket.destroy();
    server.close();
  });
});
