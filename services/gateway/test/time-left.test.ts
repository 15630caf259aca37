import type { RequestListener } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { closeDoors, openDoor } from './support/door.ts';
import { call } from './support/http-call.ts';

afterEach(closeDoors);

const admin = { area: 'admin', maxInFlight: 256, timeoutMs: 10_000, bodyLimitBytes: 2_000_000 } as const;
const keyed = { 'idempotency-key': 'one-key' };

const unavailable: RequestListener = (_incoming, response) =>
  response.writeHead(503, { 'retry-after': '1' }).end('own');

describe('the time of a request', () => {
  const answerTime: RequestListener = (incoming, response) =>
    void response.end(String(incoming.headers['x-pas-time-left']));

  test('reaches the service as remaining milliseconds, a little less than the gateway waits', async () => {
    const { port } = await openDoor(answerTime, admin);
    const left = Number((await call(port, '/')).text);
    expect(left).toBeGreaterThan(5000);
    expect(left).toBeLessThanOrEqual(9750);
  });

  test('cannot be set by the caller', async () => {
    const { port } = await openDoor(answerTime, admin);
    const left = Number((await call(port, '/', { headers: { 'x-pas-time-left': '7' } })).text);
    expect(left).toBeGreaterThan(5000);
  });

  test.each([
    ['a webhook', { area: 'webhooks' }],
    ['an upload', { prefix: '/api/admin/imports' }],
  ] as const)('is not limited for %s', async (_what, group) => {
    const { port } = await openDoor(answerTime, { ...admin, ...group });
    expect((await call(port, '/', { method: 'POST', body: 'a body' })).text).toBe('undefined');
  });

  test('is the remaining time for a retry at another replica', async () => {
    const times: number[] = [];
    const listeners: RequestListener[] = [
      (incoming) => {
        times.push(Number(incoming.headers['x-pas-time-left']));
        setTimeout(() => incoming.socket.destroy(), 1001);
      },
      (incoming, response) => {
        times.push(Number(incoming.headers['x-pas-time-left']));
        response.end('second');
      },
    ];
    const { port } = await openDoor(listeners, admin);
    const answer = await call(port, '/', { method: 'POST', headers: keyed, body: 'a body' });
    expect(answer.text).toBe('second');
    const [first = 0, second = 0] = times;
    expect(first - second).toBeGreaterThanOrEqual(1000);
  });

  test('allows no retry at another replica after its end', async () => {
    const unavailableLate: RequestListener = (incoming, response) =>
      void setTimeout(() => unavailable(incoming, response), 1500);
    let asked = 0;
    const second: RequestListener = (_incoming, response) => {
      asked += 1;
      response.end('second');
    };
    const { port } = await openDoor([unavailableLate, second], { ...admin, timeoutMs: 1900 });
    const answer = await call(port, '/', { method: 'POST', headers: keyed, body: 'a body' });
    expect([503, 504]).toContain(answer.status);
    expect(asked).toBe(0);
  });
});
