import type { RequestListener } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import type { RouteGroup } from '../src/route-table.ts';
import { closeDoors, openDoor } from './support/door.ts';
import { call } from './support/http-call.ts';

afterEach(closeDoors);

const admin: Partial<RouteGroup> = {
  area: 'admin',
  maxInFlight: 256,
  timeoutMs: 10_000,
  bodyLimitBytes: 2_000_000,
};

const keyed = { method: 'POST', headers: { 'idempotency-key': 'k1' } };

/** Ends the connection of its first request, as a killed replica does, and then answers as the other one. */
const lostOnce = (then: RequestListener): RequestListener => {
  let isLost = false;
  return (incoming, response) => {
    if (isLost) return then(incoming, response);
    isLost = true;
    incoming.socket.destroy();
    return undefined;
  };
};

/** Refuses a number of requests with a status, and then answers 201. */
const refuseFirst = (times: number, status: number): RequestListener & { count: () => number } => {
  let count = 0;
  const listener: RequestListener = (_incoming, response) => {
    count += 1;
    if (count <= times) response.writeHead(status, { 'retry-after': '1' }).end('refused');
    else response.writeHead(201).end('done');
  };
  return Object.assign(listener, { count: () => count });
};

describe('a keyed request whose replica was lost', () => {
  test.each([
    ['in use', 409],
    ['refused by a busy service', 503],
  ])('succeeds when its key is no longer %s', async (_what, status) => {
    const replica = refuseFirst(2, status);
    const { port } = await openDoor([lostOnce(replica), replica], admin);
    expect(await call(port, '/', keyed)).toMatchObject({ status: 201, text: 'done' });
    expect(replica.count()).toBe(3);
  });

  test('is 409 at once for a permanent conflict', async () => {
    const conflict: RequestListener = (_incoming, response) => response.writeHead(409).end('taken');
    const { port } = await openDoor([lostOnce(conflict), conflict], admin);
    expect(await call(port, '/', keyed)).toMatchObject({ status: 409, text: 'taken' });
  });
});

describe('a keyed unlock whose replica was lost', () => {
  const unlocks: [string, Partial<RouteGroup>][] = [
    ['/access/points/door_1/unlock', { ...admin, area: 'mobile' }],
    ['/access/points/door_1/unlock?x=1', { ...admin, area: 'mobile' }],
    ['/access/passes', { ...admin, area: 'mobile' }],
    ['/pass/token/open', { ...admin, area: 'public' }],
    ['/api/admin/access-points/door_1/unlock', admin],
  ];

  test.each(unlocks)('is answered by another one at %s', async (path, group) => {
    const replica = refuseFirst(1, 409);
    const { port } = await openDoor([lostOnce(replica), replica], group);
    expect(await call(port, path, keyed)).toMatchObject({ status: 201, text: 'done' });
  });

  test.each([
    ['/devices', { ...admin, area: 'mobile' as const }],
    ['/access/points/door_1/unlocks', { ...admin, area: 'mobile' as const }],
    ['/join/token/renewal', { ...admin, area: 'public' as const }],
  ])('is not repeated at %s, which stores no keys', async (path, group) => {
    const replica = refuseFirst(0, 409);
    const { port } = await openDoor([lostOnce(replica), lostOnce(replica)], group);
    expect(await call(port, path, keyed)).toMatchObject({ status: 502 });
    expect(replica.count()).toBe(0);
  });
});

test('a key that another request uses is 409 at once while no replica was lost', async () => {
  const replica = refuseFirst(1, 409);
  const { port } = await openDoor(replica, admin);
  expect(await call(port, '/', keyed)).toMatchObject({ status: 409, text: 'refused' });
  expect(replica.count()).toBe(1);
});

test('a POST without a key is sent once', async () => {
  const replica = refuseFirst(0, 409);
  const { port } = await openDoor([lostOnce(replica), lostOnce(replica)], admin);
  expect(await call(port, '/', { method: 'POST' })).toMatchObject({ status: 502 });
  expect(replica.count()).toBe(0);
});
