import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runSandbox, sendJson, type TestSandbox } from '../testing/run-sandbox.ts';

const secret = 'the new secret of the doors of the sandbox';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await runSandbox({ DOORS_HTTP_SECRETS: `${secret},an older secret of the doors` });
});
afterAll(() => sandbox.stop());

interface CommandOptions {
  attemptId: string;
  id?: string;
  at?: number;
  with?: string;
}

/** Sends a command with the signature of the system. */
function command(
  ref: string,
  { attemptId, id = attemptId, at = Date.now(), with: key = secret }: CommandOptions,
) {
  const expiresAt = new Date(Date.now() + 10_000).toISOString();
  const body = JSON.stringify({ attemptId, accessPointId: 'door_1', openSeconds: 5, expiresAt });
  const timestamp = String(Math.floor(at / 1000));
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${createHmac('sha256', 'old').digest('base64')} v1,${digest}`,
  };
  return fetch(`${sandbox.sandboxUrl}/doors/${ref}/unlock`, { method: 'POST', headers, body });
}

const pulsesOf = async (ref: string): Promise<unknown> =>
  ((await (await fetch(`${sandbox.sandboxUrl}/doors/${ref}`)).json()) as { door: { pulses: number } }).door
    .pulses;

describe('a controller called over HTTP', () => {
  it('opens once per attempt, and answers each command of the attempt', async () => {
    for (const _time of [1, 2]) {
      const answer = await command('garage', { attemptId: 'att_1' });
      expect(answer.status).toBe(200);
      expect(await answer.json()).toEqual({ attemptId: 'att_1', result: 'opened' });
    }
    expect(await pulsesOf('garage')).toBe(1);
  });

  it.each<[string, CommandOptions]>([
    ['another secret', { attemptId: 'att_2', with: 'somebody else’s secret' }],
    ['an older secret', { attemptId: 'att_2', with: 'an older secret of the doors' }],
    ['an outdated timestamp', { attemptId: 'att_2', at: Date.now() - 301_000 }],
    ['the id of another attempt', { attemptId: 'att_2', id: 'att_3' }],
  ])('answers 401 to a signature with %s, and stays closed', async (_what, signed) => {
    expect((await command('closed', signed)).status).toBe(401);
    expect(await pulsesOf('closed')).toBe(0);
  });

  it('does not answer while silent', async () => {
    await sendJson('PUT', `${sandbox.sandboxUrl}/doors/dead`, { behaviour: 'silent' });
    const answer = command('dead', { attemptId: 'att_4' }).then(() => 'answered');
    // Another door of the same server answers meanwhile.
    await command('garage', { attemptId: 'att_5' });
    expect(await Promise.race([answer, Promise.resolve('waiting')])).toBe('waiting');
    expect(await pulsesOf('dead')).toBe(0);
    answer.catch(() => undefined);
  });
});

it('a sandbox without a secret answers 503 to commands', async () => {
  const other = await runSandbox();
  const answer = await fetch(`${other.sandboxUrl}/doors/garage/unlock`, { method: 'POST', body: '{}' });
  expect(answer.status).toBe(503);
  await other.stop();
});
