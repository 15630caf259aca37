import { waitUntil } from '@pas/testing/wait-until';
import { beforeAll, expect, test } from 'vitest';
import { bodyOf, call } from '../client/http-call.ts';
import { receiveMail } from '../client/mailbox.ts';
import { addResident, logIn } from '../client/new-resident.ts';
import { actAsManager, type PropertyManager } from '../client/property-manager.ts';
import { password, type SignInResult } from '../client/resident.ts';
import { useSystem, type SharedSystem } from '../shared-system/use-system.ts';

const newPassword = 'another horse battery';

let system: SharedSystem;
let portalUrl: string;
let manager: PropertyManager;

beforeAll(async () => {
  system = await useSystem();
  portalUrl = system.portalOf('DEV');
  const { gatewayUrl, apiKey } = system.local;
  manager = actAsManager({ gatewayUrl, key: apiKey });
});

async function untilRefused(token: string): Promise<void> {
  const isRefused = async () => (await call(`${portalUrl}/api/v1/me`, { bearer: token })).status === 401;
  await waitUntil(isRefused, { what: 'the token to be refused' });
}

test('the link for a forgotten password sets a new one and ends all sessions', async () => {
  const person = await addResident(portalUrl, manager);
  const other = (await logIn(portalUrl, person.email)).body;
  const forgotten = { body: { email: person.email } };
  await bodyOf(call(`${portalUrl}/api/v1/auth/password/forgot`, forgotten), 202);
  const { text } = await receiveMail(system.local.mailboxUrl, person.email);
  const [link = ''] = /https?:\/\/\S+\/reset\/[\w-]+/.exec(text) ?? [];
  expect(link.startsWith(`${portalUrl}/reset/`)).toBe(true);
  expect((await call(link)).status).toBe(200);

  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams({ password: newPassword });
  expect((await fetch(link, { method: 'POST', headers, body })).status).toBe(200);

  await untilRefused(person.signedIn.token);
  await untilRefused(other.token);
  expect((await logIn(portalUrl, person.email)).status).toBe(401);
  expect((await logIn(portalUrl, person.email, newPassword)).status).toBe(200);
  expect((await call(link)).status).toBe(410);
});

test('a browser gets its refresh token and its device token in cookies through the gateway', async () => {
  const person = await addResident(portalUrl, manager);
  const headers = { 'x-pas-client': 'web', origin: new URL(portalUrl).origin };
  const send = (path: string, more: object = {}, body?: object) =>
    call<Partial<SignInResult>>(`${portalUrl}/api/v1/auth/${path}`, {
      method: 'POST',
      headers: { ...headers, ...more },
      ...(body && { body }),
    });
  const entered = await send('login', {}, { email: person.email, password });
  const cookiesOf = ({ headers: answered }: typeof entered): string[] =>
    (answered['set-cookie'] ?? []).map((text) => text.split(';')[0] ?? '');
  const [cookie = '', device = ''] = cookiesOf(entered);
  expect([entered.status, 'refreshToken' in entered.body]).toEqual([200, false]);
  expect(cookie).toMatch(/^pas_refresh_DEV=[\w-]{67}$/);

  expect(device).toMatch(/^pas_device_DEV=[\w-]{43}$/);
  const again = await send('login', { cookie: device }, { email: person.email, password });
  expect(cookiesOf(again)).toContain(device);

  const renewed = await send('refresh', { cookie: `theme=dark; ${cookie}` });
  expect([renewed.status, 'refreshToken' in renewed.body]).toEqual([200, false]);
  expect((await send('refresh', { cookie, origin: 'http://evil.test' })).status).toBe(403);
});
