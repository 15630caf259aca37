import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startSandbox } from './start-sandbox.ts';
import { resident, runSandbox, sendJson } from './testing/run-sandbox.ts';
import type { TestSandbox } from './testing/run-sandbox.ts';

let sandbox: TestSandbox;

beforeAll(async () => {
  sandbox = await runSandbox();
});
afterAll(() => sandbox.stop());

describe('startSandbox', () => {
  it('is live and ready with all parts, and has a front page', async () => {
    expect((await fetch(`${sandbox.sandboxUrl}/livez`)).status).toBe(200);
    const ready = await fetch(`${sandbox.sandboxUrl}/readyz`);
    expect(await ready.json()).toEqual({
      status: 'ready',
      checks: { mailbox: 'up', identity: 'up', doors: 'up' },
    });
    const front = await fetch(sandbox.sandboxUrl);
    expect(await front.text()).toContain(`href="${sandbox.mailboxUrl}"`);
  });

  it('404 as a problem for an unknown path', async () => {
    const response = await fetch(`${sandbox.sandboxUrl}/nothing`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'not_found', status: 404 });
  });

  it('400 for a body that is not JSON', async () => {
    const headers = { 'content-type': 'application/json' };
    const url = `${sandbox.sandboxUrl}/identity/session-tokens`;
    const response = await fetch(url, { method: 'POST', headers, body: '{"email"' });
    expect(response.status).toBe(400);
  });

  it('keeps its key after a restart, so that tokens stay valid', async () => {
    const response = await sendJson('POST', `${sandbox.sandboxUrl}/identity/session-tokens`, {
      email: resident.email,
    });
    const { token } = z.object({ token: z.string() }).parse(await response.json());
    const restarted = await startSandbox(sandbox.config, () => undefined);
    const keySet = createRemoteJWKSet(new URL(`${restarted.identityIssuer}/jwks`));
    await expect(jwtVerify(token, keySet)).resolves.toBeTruthy();
    await restarted.stop();
  });

  it('names the variable to change when a port is used, and leaves no port open', async () => {
    const gone = await startSandbox(sandbox.config, () => undefined);
    await gone.stop();
    const smtpPort = Number(new URL(sandbox.smtpUrl).port);
    const identity = { ...sandbox.config.identity, port: Number(new URL(gone.identityIssuer).port) };
    const failure = startSandbox({ ...sandbox.config, smtpPort, identity }, () => undefined);
    await expect(failure).rejects.toThrow(
      `Port ${smtpPort} on 127.0.0.1 is used by another program: stop that program, or set SMTP_PORT to a free port.`,
    );
    await expect(fetch(gone.identityIssuer)).rejects.toThrow('fetch failed');
  });

  it('closes every port when it stops', async () => {
    const other = await startSandbox(sandbox.config, () => undefined);
    await other.stop();
    for (const url of [other.sandboxUrl, other.mailboxUrl, other.identityIssuer]) {
      await expect(fetch(url)).rejects.toThrow('fetch failed');
    }
  });
});
