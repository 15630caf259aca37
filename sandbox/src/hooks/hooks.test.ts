import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runSandbox, sendJson, type TestSandbox } from '../testing/run-sandbox.ts';

const secret = `whsec_${Buffer.from('a secret of thirty-two bytes now').toString('base64')}`;
const body = JSON.stringify({ type: 'door.opened', timestamp: '2026-03-01T09:30:00.000Z', data: {} });

describe('receivers of webhooks', () => {
  let sandbox: TestSandbox;
  beforeAll(async () => {
    sandbox = await runSandbox();
  });
  afterAll(() => sandbox.stop());

  const address = (path: string): string => `${sandbox.sandboxUrl}/hooks/${path}`;
  const set = async (name: string, settings: object) => sendJson('PUT', address(name), settings);
  function send(name: string, by = secret): Promise<Response> {
    const now = new Date();
    const headers = {
      'content-type': 'application/json',
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(by).sign('evt_1', now, body),
    };
    return fetch(address(name), { method: 'POST', headers, body });
  }
  const deliveriesOf = async (name: string) =>
    ((await (await fetch(address(`${name}/deliveries?wait=5`))).json()) as { deliveries: object[] })
      .deliveries;

  test('an event is shown with the result of its verification', async () => {
    expect((await send('seen')).status).toBe(204);
    const answer = await set('seen', { secret });
    expect(await answer.json()).toEqual({
      hook: { name: 'seen', behaviour: 'accept', delayMs: 20_000, hasSecret: true },
    });
    await send('seen');
    await send('seen', `whsec_${Buffer.alloc(32).toString('base64')}`);
    expect(await deliveriesOf('seen')).toMatchObject([
      { verdict: 'forged' },
      { id: 'evt_1', type: 'door.opened', verdict: 'genuine', status: 204, body },
      { verdict: 'unchecked' },
    ]);
    expect(await deliveriesOf('seen')).not.toContain(secret);
  });

  test.each([
    ['fail', 500],
    ['gone', 410],
    ['accept', 204],
  ])('a receiver set to %s answers %i', async (behaviour, status) => {
    await set(behaviour, { behaviour });
    expect((await send(behaviour)).status).toBe(status);
  });

  test('a slow receiver shows the event before it answers', async () => {
    await set('late', { behaviour: 'slow', delayMs: 60_000 });
    const leaving = new AbortController();
    const headers = { 'webhook-id': 'evt_2' };
    const answer = fetch(address('late'), { method: 'POST', headers, body, signal: leaving.signal });
    expect(await deliveriesOf('late')).toMatchObject([{ id: 'evt_2', verdict: 'unchecked' }]);
    leaving.abort();
    await expect(answer).rejects.toThrow('aborted');
  });

  test('the pages show events as text, and set a receiver', async () => {
    await fetch(address('page'), { method: 'POST', body: '<script>alert(1)</script>' });
    const form = new URLSearchParams({ behaviour: 'gone', secret: '' });
    const page = await fetch(address('page/settings'), { method: 'POST', body: form });
    const text = await page.text();
    expect(page.url).toBe(address('page'));
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(text).toContain('<option value="gone" selected>');
    expect(await (await fetch(`${sandbox.sandboxUrl}/hooks`)).text()).toContain('href="/hooks/page"');
    expect((await send('page')).status).toBe(410);
  });

  test('404 for an impossible name, 422 for invalid settings', async () => {
    expect((await fetch(address('a%20b'), { method: 'POST' })).status).toBe(404);
    expect((await set('x', { behaviour: 'dance' })).status).toBe(422);
    expect((await set('x', { secret: 'plain' })).status).toBe(422);
  });

  test('deliveries can be removed', async () => {
    await send('gone-by');
    await fetch(address('gone-by/deliveries'), { method: 'DELETE' });
    const { deliveries } = (await (await fetch(address('gone-by/deliveries'))).json()) as {
      deliveries: object[];
    };
    expect(deliveries).toEqual([]);
  });
});
