import { randomInt, randomUUID } from 'node:crypto';
import { waitUntil } from '@pas/testing/wait-until';
import { beforeAll, describe, expect, test } from 'vitest';
import { addDeadText } from '../client/dead-webhook.ts';
import { bodyOf, call } from '../client/http-call.ts';
import { receiveMail } from '../client/mailbox.ts';
import { mintKey } from '../client/mint-key.ts';
import { actAsManager, type Invite, type PropertyManager } from '../client/property-manager.ts';
import { password, type SignInResult } from '../client/resident.ts';
import { openSandboxHook } from '../client/sandbox-hook.ts';
import { searchEverywhere } from '../client/search-everywhere.ts';
import { useSystem, type SharedSystem } from '../shared-system/use-system.ts';

/** Unique values of the person. */
const mark = randomUUID().slice(0, 8);
const digits = `646555${randomInt(1000, 9999)}`;
const person = {
  email: `Zenobia.${mark}@Former.Example.Test`,
  phone: `+1${digits}`,
  firstName: `Zenobia${mark}`,
  lastName: `Quattlebaum${mark}`,
};
const userAgent = `Browser-of-${mark}`;
const installationId = `installation-of-${mark}`;
/** Its last six characters are searched too: no identifier of a trace contains them by chance. */
const pushToken = `push-token-of-${mark}:z${mark.slice(0, 4)}`;

/** The values in all spellings: as typed, digits only, as a formatted phone number, and URL-encoded. */
const spellings = [
  person.email,
  encodeURIComponent(person.email),
  Buffer.from(person.email).toString('base64'),
  digits,
  `(646) 555-${digits.slice(6)}`,
  `646-555-${digits.slice(6)}`,
  `555 ${digits.slice(6)}`,
  person.firstName,
  person.lastName,
  userAgent,
  installationId,
  pushToken,
  pushToken.slice(-6),
];

let system: SharedSystem;
let portalUrl: string;
let manager: PropertyManager;
let tenantId: string;

async function send<Body>(path: string, options: Parameters<typeof call>[1], status: number): Promise<Body> {
  const headers = { 'user-agent': userAgent };
  return bodyOf(call<Body>(`${portalUrl}${path}`, { ...options, headers }), status);
}

const manage = <Body>(path: string, options: Parameters<PropertyManager['call']>[1], status: number) =>
  bodyOf(manager.call<Body>(path, options), status);

/** Sends a provider's webhook about the person. */
const tell = (provider: string, event: object) =>
  bodyOf(call(`${system.local.sandboxUrl}/webhooks/${provider}`, { body: event }), 200);

async function inviteAndSignUp(unitId: string): Promise<SignInResult> {
  const invitee = { inviteeEmail: person.email, inviteePhone: person.phone, inviteeName: person.firstName };
  const body = { unitId, ...invitee };
  const { invite } = await manage<{ invite: Invite }>('/onboarding/invite', { body }, 201);
  await manager.dispatch(invite.id);
  await receiveMail(system.local.mailboxUrl, person.email.toLowerCase());
  const { email, firstName, lastName } = person;
  const sent = { inviteToken: invite.token, email, password, firstName, lastName };
  return send('/api/v1/auth/signup', { body: sent }, 201);
}

async function verifyPhone(bearer: string): Promise<void> {
  const { phone } = person;
  const { sandboxUrl } = system.local;
  await send('/api/v1/me/phone', { bearer, body: { phone } }, 202);
  const url = `${sandboxUrl}/telephony/messages?to=${encodeURIComponent(phone)}`;
  const readCode = async (): Promise<string | undefined> => {
    const { body } = await call<{ messages: { text: string }[] }>(url);
    return body.messages.map(({ text }) => /\b\d{6}\b/.exec(text)?.[0]).find((code) => code !== undefined);
  };
  const code = await waitUntil(readCode, { what: 'the text with the code' });
  await send('/api/v1/me/phone/verify', { bearer, body: { code } }, 200);
}

/** Creates the data that a resident leaves behind. */
async function live({ token: bearer }: SignInResult): Promise<void> {
  const { email, firstName, lastName } = person;
  await send(
    '/api/v1/me',
    { method: 'PATCH', bearer, body: { firstName, lastName: `${lastName}-Reyes` } },
    200,
  );
  await verifyPhone(bearer);
  await send('/api/v1/auth/login', { body: { email, password: 'a wrong password' } }, 401);
  await send('/registration/login', { body: { email: email.toUpperCase(), password } }, 200);
  await send('/api/v1/auth/password/forgot', { body: { email } }, 202);
  const device = { provider: 'FCM', token: pushToken, installationId };
  await send('/devices', { bearer, body: device }, 201);
  await send('/devices', { bearer, body: { ...device, appVersion: '4.12.0' } }, 200);
  await tell('telephony-a', {
    MessageSid: `SM${mark}`,
    From: person.phone,
    To: '+12125550100',
    Body: 'STOP',
  });
  await tell('telephony-a', { CallSid: `CA${mark}`, From: person.phone, To: '+12125550199' });
  const names = { first_name: firstName, last_name: lastName, email_addresses: [{ email_address: email }] };
  await tell('identity', { type: 'user.updated', data: { id: `user_${mark}`, ...names } });
}

/** Creates the data that the company's staff keeps about the person. */
async function administer(userId: string, { propertyId, unitId }: { propertyId: string; unitId: string }) {
  const { email, phone, firstName, lastName } = person;
  const query = new URLSearchParams({ email, phone, q: firstName }).toString();
  await manage(`/users?${query}`, {}, 200);
  await manage(`/users/${userId}`, { method: 'PATCH', body: { lastName: `Mrs ${lastName}` } }, 200);
  await manage(`/users/${userId}/data-export`, {}, 200);
  const controller = { adapter: 'nats', ref: `erased-${mark}` };
  const door = { propertyId, unitId, kind: 'UNIT', name: 'Flat door', controller };
  type Door = { accessPoint: { id: string } };
  const { accessPoint } = await manage<Door>('/access-points', { body: door }, 201);
  const [startsAt, endsAt] = [Date.now(), Date.now() + 3_600_000].map((at) => new Date(at).toISOString());
  const holders = [{ name: `${firstName} ${lastName}`, email, phone }];
  const pass = { propertyId, accessPointIds: [accessPoint.id], kind: 'VENDOR', holders, startsAt, endsAt };
  await manage('/passes', { body: pass, headers: { 'Idempotency-Key': mark } }, 201);
  const reason = `Parcel for ${firstName}`;
  await manage(`/access-points/${accessPoint.id}/unlock`, { body: { reason } }, 202);
  const row = { unit: 'Apt 4B', email: ` ${email.toUpperCase()}`, phone: `(646) 555-${digits.slice(6)}` };
  await dryRun(propertyId, { ...row, lastName });
  await commitImport(await dryRun(propertyId, { ...row, lastName: `Von ${lastName}` }));
  const alertRecipients = [{ email, types: ['door.offline', 'key.expiring'], digest: 'NONE' }];
  await manage(`/tenants/${tenantId}`, { method: 'PATCH', body: { settings: { alertRecipients } } }, 200);
}

interface ImportAnswer {
  import: { id: string; status: string };
}

async function dryRun(propertyId: string, row: object): Promise<string> {
  const body = { propertyId, rows: [row] };
  return (await manage<ImportAnswer>('/imports/residents/dry-run', { body }, 201)).import.id;
}

async function commitImport(importId: string): Promise<void> {
  await manage('/imports/residents/commit', { body: { importId } }, 202);
  const isCommitted = async () =>
    (await manage<ImportAnswer>(`/imports/${importId}`, {}, 200)).import.status === 'COMMITTED';
  await waitUntil(isCommitted, { what: 'the import' });
}

/** Creates a company with a webhook endpoint. */
async function addCompany(): Promise<void> {
  const { gatewayUrl, platformApiKey, sandboxUrl } = system.local;
  type Company = { tenant: { id: string } };
  const body = { name: `Erased ${mark}` };
  const made = call<Company>(`${gatewayUrl}/api/admin/tenants`, { bearer: platformApiKey, body });
  tenantId = (await bodyOf(made, 201)).tenant.id;
  const areas = ['tenants', 'properties', 'units', 'users', 'onboarding', 'imports', 'access-points'];
  const more = ['passes:*', 'webhooks:*', 'audit:*', 'calls:*', 'access-events:*', 'api-keys:*'];
  const scopes = [...areas.map((area) => `${area}:*`), ...more].join(',');
  const key = await mintKey(system.dataDir, { tenant: tenantId, scopes });
  manager = actAsManager({ gatewayUrl, key, headers: { 'user-agent': `Console-${randomUUID()}` } });
  const { url } = openSandboxHook(sandboxUrl, `erased-${mark}`);
  await manage('/webhook-endpoints', { body: { url, events: ['*'] } }, 201);
}

/** Waits until the integrator has received events about the person, so that the tries are stored. */
async function untilEventsSent(): Promise<void> {
  type Endpoints = { webhookEndpoints: { id: string }[] };
  const { webhookEndpoints } = await manage<Endpoints>('/webhook-endpoints', {}, 200);
  const path = `/webhook-endpoints/${webhookEndpoints[0]?.id}/attempts?status=SUCCEEDED`;
  const types = async (): Promise<boolean> => {
    const { attempts } = await manage<{ attempts: { type: string }[] }>(path, {}, 200);
    const sentTypes = attempts.map(({ type }) => type);
    return sentTypes.includes('resident.moved_in') && sentTypes.includes('resident.moved_out');
  };
  await waitUntil(types, { what: 'the tries of the outgoing webhook' });
}

beforeAll(async () => {
  system = await useSystem();
  portalUrl = system.portalOf('DEV');
  await addCompany();
});

describe('after the erasure of a person', () => {
  test('no database, stream or log shows a value of the person in any spelling', async () => {
    const { id: propertyId } = await manager.createProperty(`Erased ${mark}`);
    const { id: unitId } = await manager.ensureUnit(propertyId, 'Apt 4B');
    const signedIn = await inviteAndSignUp(unitId);
    const userId = signedIn.resident.id;
    await live(signedIn);
    await administer(userId, { propertyId, unitId });
    await manage(`/users/${userId}/move-out`, { body: { unitId } }, 200);
    await addDeadText(system, { From: person.phone, To: '+12125550100', Body: `It is ${person.firstName}.` });
    await untilEventsSent();
    // Before the erasure, rows of many collections contain them, but no stream or log.
    const places = (await searchEverywhere(system, spellings)).map((place) => place.split(':')[0] ?? '');
    const before = new Set(places.map((place) => place.split('.').at(-1)));
    expect(before.size).toBeGreaterThan(7);
    for (const collection of ['webhook_receipts', 'tenants', 'import_rows', 'audit_personal_values'])
      expect(before).toContain(collection);

    await manage(`/users/${userId}/erase`, { method: 'POST' }, 200);

    const isGone = async (): Promise<boolean> => {
      expect(await searchEverywhere(system, spellings)).toEqual([]);
      return true;
    };
    // A worker checks again a minute later for work that was running.
    await waitUntil(isGone, { what: 'nothing to be found', everyMs: 1000 });
  });
});
