import { createHash } from 'node:crypto';
import { OutboxModel } from '@pas/platform/events/outbox';
import { AccountModel, type AccountRow } from '@pas/shared/models/account';
import { PasswordFailureModel } from '@pas/shared/models/password-failure';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  addHome,
  addInvite,
  addResident,
  newEmail,
  password,
  signUpBody,
  startResident,
} from './resident-harness.ts';

const quota = { perAccount: 3, perAddress: 12, windowSeconds: 60 };
const service = await startResident({ quota });
beforeEach(async () => {
  await PasswordFailureModel.deleteMany({});
});

const cookieName = 'pas_device_TEST';

// Each test uses its own addresses, since a process remembers refused ones.
let hosts = 0;
const newIp = (): string => `203.0.113.${(hosts += 1)}`;
let [home, attacker] = ['', ''];
beforeEach(() => {
  [home, attacker] = [newIp(), newIp()];
});

interface From {
  ip: string;
  /** Device token of a browser; undefined for a program, empty for a browser without a token. */
  device?: string;
}

const headersOf = ({ ip, device }: From): Record<string, string> => ({
  'x-forwarded-for': ip,
  ...(device !== undefined && { 'x-pas-client': 'web', origin: service.url }),
  ...(device && { cookie: `${cookieName}=${device}` }),
});

/** Returns the device token that an answer sets; undefined for none. */
const deviceIn = (headers: Headers): string | undefined =>
  headers
    .getSetCookie()
    .map((cookie) => new RegExp(`^${cookieName}=([^;]+);`).exec(cookie)?.[1])
    .find((token) => token !== undefined);

const logIn = async (email: string, from: From, given = password) => {
  const body = { email, password: given };
  const answer = await service.call('POST', '/api/v1/auth/login', { body, headers: headersOf(from) });
  return { status: answer.status, device: deviceIn(answer.headers) };
};
const statusOf = async (...args: Parameters<typeof logIn>): Promise<number> => (await logIn(...args)).status;

/** Guesses wrong until the limit refuses. */
async function lock(email: string, from: From): Promise<void> {
  for (let guess = 0; guess < quota.perAccount; guess += 1)
    expect(await statusOf(email, from, 'not the password')).toBe(401);
  expect(await statusOf(email, from, 'not the password')).toBe(429);
}

/** Signs in from a new browser at an address, and returns its device token. */
async function browserAt(email: string, ip: string): Promise<string> {
  const { status, device = '' } = await logIn(email, { ip, device: '' });
  expect(status).toBe(200);
  return device;
}

const accountOf = async (email: string) =>
  (await AccountModel.findOne({ emailKey: email }).lean<AccountRow>()) as AccountRow;

describe('wrong passwords from elsewhere', () => {
  test('do not lock out a known browser or address, but all others', async () => {
    const { email } = await addResident(service);
    const device = await browserAt(email, home);
    await lock(email, { ip: attacker });
    expect(await statusOf(email, { ip: newIp(), device: '' })).toBe(429);
    expect(await statusOf(email, { ip: newIp(), device })).toBe(200);
    expect(await statusOf(email, { ip: home })).toBe(200);
  });

  test('from the owner’s address lock out the address, but not the browser there', async () => {
    const { email } = await addResident(service);
    const device = await browserAt(email, home);
    await lock(email, { ip: home });
    expect(await statusOf(email, { ip: home })).toBe(429);
    for (let guess = 0; guess < quota.perAddress; guess += 1)
      await logIn(newEmail(), { ip: home }, 'not the password');
    expect(await statusOf(email, { ip: home, device })).toBe(200);
  });

  test('at a sign-up and its repeat do not lock out a known browser', async () => {
    const email = newEmail();
    const invite = await addInvite(await addHome(), { inviteeEmail: email });
    const signUp = async (from: From, fields: Record<string, unknown> = {}) =>
      service.call('POST', '/api/v1/auth/signup', {
        body: signUpBody(invite, fields),
        headers: headersOf(from),
      });
    const first = await signUp({ ip: home, device: '' });
    const device = deviceIn(first.headers) ?? '';
    const wrong = { password: 'not the password' };
    for (let guess = 0; guess < quota.perAccount; guess += 1) await signUp({ ip: attacker }, wrong);
    expect((await signUp({ ip: attacker })).status).toBe(429);
    expect((await signUp({ ip: newIp(), device })).status).toBe(200);
  });
});

describe('a known browser', () => {
  test('has its own attempts, apart from those of another known browser', async () => {
    const { email } = await addResident(service);
    const [first, second] = [await browserAt(email, home), await browserAt(email, newIp())];
    await lock(email, { ip: attacker, device: first });
    expect(await statusOf(email, { ip: attacker, device: first })).toBe(429);
    expect(await statusOf(email, { ip: attacker, device: second })).toBe(200);
    expect(await statusOf(email, { ip: attacker, device: '' })).toBe(200);
  });

  test('is unknown to another account, like a made-up cookie', async () => {
    const [victim, other] = [await addResident(service), await addResident(service)];
    await browserAt(victim.email, home);
    const device = await browserAt(other.email, attacker);
    await lock(victim.email, { ip: attacker });
    for (const each of [device, 'A'.repeat(43), 'short'])
      expect(await statusOf(victim.email, { ip: newIp(), device: each })).toBe(429);
  });

  test('is forgotten 30 days after its last sign-in, like an address', async () => {
    const { email } = await addResident(service);
    const device = await browserAt(email, home);
    const at = (days: number) => new Date(Date.now() - days * 24 * 3_600_000);
    const age = async (days: number) =>
      AccountModel.updateOne(
        { emailKey: email },
        { $set: { 'knownDevices.$[].at': at(days), 'knownNetworks.$[].at': at(days) } },
      );
    await lock(email, { ip: attacker });
    await age(31);
    expect(await statusOf(email, { ip: newIp(), device })).toBe(429);
    expect(await statusOf(email, { ip: home })).toBe(429);
    await age(29);
    expect(await statusOf(email, { ip: newIp(), device })).toBe(200);
    expect(await statusOf(email, { ip: home })).toBe(200);
  });

  test('keeps its cookie across sign-ins to several accounts, which store different hashes', async () => {
    const [one, two] = [await addResident(service), await addResident(service)];
    const device = await browserAt(one.email, home);
    expect(await logIn(two.email, { ip: home, device })).toEqual({ status: 200, device });
    const marks = [await accountOf(one.email), await accountOf(two.email)].map(
      ({ knownDevices }) => knownDevices[0]?.mark,
    );
    expect(new Set(marks).size).toBe(2);
  });
});

describe('the known browsers and networks of an account', () => {
  test('are at most ten of each, distinct, newest first, and stored as hashes', async () => {
    const { email } = await addResident(service);
    const devices: string[] = [];
    for (let each = 0; each < 12; each += 1) devices.push(await browserAt(email, newIp()));
    for (const device of devices.slice(-2)) await logIn(email, { ip: home, device });
    const { knownDevices, knownNetworks } = await accountOf(email);
    expect([knownDevices.length, new Set(knownDevices.map(({ mark }) => mark)).size]).toEqual([10, 10]);
    expect([knownNetworks.length, new Set(knownNetworks.map(({ mark }) => mark)).size]).toEqual([10, 10]);
    const kept = JSON.stringify([knownDevices, knownNetworks]);
    for (const device of devices) {
      expect(kept).not.toContain(device);
      expect(kept).not.toContain(createHash('sha256').update(device).digest('base64url'));
    }
    expect(kept).not.toMatch(/203\.0\.113/);
    await lock(email, { ip: attacker });
    expect(await statusOf(email, { ip: newIp(), device: devices[11] ?? '' })).toBe(200);
    expect(await statusOf(email, { ip: newIp(), device: devices[0] ?? '' })).toBe(429);
  });

  test('are in no record and no event', async () => {
    const { email, home: place } = await addResident(service);
    const device = await browserAt(email, home);
    const { knownDevices } = await accountOf(email);
    const written = JSON.stringify(await OutboxModel.find({ tenantId: place.tenantId }).lean());
    expect(written).not.toContain(device);
    expect(written).not.toContain(knownDevices[0]?.mark);
  });
});

test('a program gets no cookie, and is recognized by its address', async () => {
  const { email } = await addResident(service);
  expect(await logIn(email, { ip: home })).toEqual({ status: 200, device: undefined });
  await lock(email, { ip: attacker });
  expect(await statusOf(email, { ip: home })).toBe(200);
});

test('the form of an invite’s link registers its browser', async () => {
  const email = newEmail();
  const invite = await addInvite(await addHome(), { inviteeEmail: email });
  const answer = await service.send(`/join/${invite.token}`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': home },
    body: new URLSearchParams({ firstName: 'Jordan', lastName: 'Lee', password }),
  });
  const device = deviceIn(answer.headers) ?? '';
  expect([answer.status, device.length]).toEqual([200, 43]);
  await lock(email, { ip: attacker });
  expect(await statusOf(email, { ip: newIp(), device })).toBe(200);
});
