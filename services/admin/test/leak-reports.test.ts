import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { createLogger } from '@pas/platform/log/logger';
import { core } from '@pas/platform/mongo/connections';
import { inTransaction } from '@pas/platform/mongo/in-transaction';
import { AlertMailModel } from '@pas/shared/models/alert-mail';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { userRow } from '@pas/testing/rows';
import { waitUntil } from '@pas/testing/wait-until';
import { collectAlerts } from '../src/alerts/collect-alerts.ts';
import { sendAlertMails } from '../src/alerts/send-alert-mails.ts';
import type { Mail } from '../src/dispatch/mailer.ts';
import { startSweeper } from '../src/sweeps/start-sweeper.ts';
import { createAddressLimit } from '@pas/shared/accounts/request-limits';
import { hashApiKey } from '@pas/shared/api-keys/hash-api-key';
import { mintApiKey } from '@pas/shared/api-keys/key-format';
import { ApiKeyModel, type ApiKeyRow } from '@pas/shared/models/api-key';
import { anonymous } from '@pas/shared/principal/principal';
import { newId } from '@pas/shared/ids/id';
import { describe, expect, test } from 'vitest';
import { adminDependencies, newTenantCaller, startAdmin } from './admin-harness.ts';
import { apiKeyRow, keyEvents, keyRecords } from './api-key-row.ts';

const path = '/api/admin/api-keys/leak-reports';
const { pepper } = adminDependencies.apiKeys;

let countReport: (ip: string | null) => Promise<void> = async () => undefined;
const admin = await startAdmin({
  apiKeys: { ...adminDependencies.apiKeys, countReport: (ip) => countReport(ip) },
});
const owner = await newTenantCaller();
const tenantId = owner.tenantId ?? '';

/** Adds a key whose secret is known. */
async function addKey(fields: Partial<ApiKeyRow> = {}): Promise<{ id: string; token: string }> {
  const { key: token, publicId, prefix, last4 } = mintApiKey('TEST');
  const secretHash = hashApiKey(token, pepper);
  const row = { ...apiKeyRow(tenantId), publicId, prefix, last4, secretHash, ...fields };
  await ApiKeyModel.insertMany([row]);
  return { id: row._id, token };
}

const report = (...reports: object[]) =>
  admin.call<{ leakReport?: { received: number } }>('POST', path, { as: anonymous, body: { reports } });
const readKey = async (id: string) => ApiKeyModel.findById(id).lean<ApiKeyRow>();
const setPolicy = (leakedKeys: string) =>
  admin.call('PATCH', `/api/admin/tenants/${tenantId}`, { as: owner, body: { settings: { leakedKeys } } });

const source = 'Secret scanner';
const url = 'https://code.example.com/blob/main/.env';

describe('a report of a public key', () => {
  test('revokes a live key once, with its source, one event and one audit record', async () => {
    const { id, token } = await addKey();
    const answers = [
      await report({ token, url, source }),
      await report({ token, url: null, source: 'Other' }),
    ];
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [202, { leakReport: { received: 1 } }],
      [202, { leakReport: { received: 1 } }],
    ]);
    const shown = await admin.call('GET', `/api/admin/api-keys/${id}`, { as: owner });
    expect(shown.body).toMatchObject({
      apiKey: { status: 'REVOKED', leakSource: source, leakUrl: url, version: 2 },
    });
    expect((await readKey(id))?.leakedAt).toBeInstanceOf(Date);
    expect((await keyEvents(id)).map(([type]) => type).toSorted()).toEqual([
      'pas.v1.keys.key.leaked',
      'pas.v1.keys.key.revoked',
    ]);
    const records = await keyRecords(id);
    expect(records).toMatchObject([{ action: 'api_key.revoked', actor: { name: 'Leak report' } }]);
    expect(JSON.stringify(records)).not.toContain(token);
  });

  test('only marks the key of a tenant that chose NOTIFY, and revokes it after REVOKE is chosen', async () => {
    expect((await setPolicy('NOTIFY')).status).toBe(200);
    const { id, token } = await addKey();
    await report({ token, source });
    await report({ token });
    expect(await readKey(id)).toMatchObject({ status: 'ACTIVE', leakSource: source, version: 2 });
    expect((await keyRecords(id)).map(({ action }) => action)).toEqual(['api_key.leaked']);
    expect(await keyEvents(id)).toEqual([['pas.v1.keys.key.leaked', { aggregateVersion: 2, keyId: id }]]);
    await setPolicy('REVOKE');
    await report({ token });
    expect(await readKey(id)).toMatchObject({ status: 'REVOKED', version: 3 });
  });

  test('fifty at once are one effect', async () => {
    const { id, token } = await addKey();
    const answers = await Promise.all(Array.from({ length: 50 }, () => report({ token, source })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(await readKey(id)).toMatchObject({ status: 'REVOKED', version: 2 });
    expect(await keyRecords(id)).toHaveLength(1);
  });

  test('revokes a key of the platform, which has no audit', async () => {
    const { id, token } = await addKey({ tenantId: null, scopes: ['platform'] });
    await report({ token, source });
    expect(await readKey(id)).toMatchObject({ status: 'REVOKED', leakSource: source });
  });

  test('finds each of 100 tokens, and refuses 101 as a whole', async () => {
    const keys = await Promise.all([addKey(), addKey()]);
    const unknown = Array.from({ length: 98 }, () => ({ token: mintApiKey('TEST').key }));
    const [first, last] = keys.map(({ token }) => ({ token }));
    const all = [first ?? {}, ...unknown, last ?? {}];
    expect((await report(...all, { token: 'x' })).status).toBe(422);
    for (const { id } of keys) expect((await readKey(id))?.status).toBe('ACTIVE');
    expect((await report(...all)).body).toEqual({ leakReport: { received: 100 } });
    for (const { id } of keys) expect((await readKey(id))?.status).toBe('REVOKED');
  });

  test.each<[string, Partial<ApiKeyRow>, (token: string) => string]>([
    ['another secret', {}, (token) => mintApiKey('TEST').key.replace(/_[^_]{12}_/, token.slice(8, 22))],
    ['a wrong checksum', {}, (token) => `${token.slice(0, -1)}${token.endsWith('a') ? 'b' : 'a'}`],
    ['only the prefix', {}, (token) => token.slice(0, 21)],
    ['a key that has ended', { expiresAt: new Date(0) }, (token) => token],
    ['a revoked key', { status: 'REVOKED' }, (token) => token],
  ])('has no effect and the same answer for %s', async (_what, fields, written) => {
    const { id, token } = await addKey(fields);
    const before = await readKey(id);
    const { status, body } = await report({ token: written(token), source });
    expect([status, body]).toEqual([202, { leakReport: { received: 1 } }]);
    expect(await readKey(id)).toEqual(before);
  });

  test('422 for an address that is not http or https, and for unknown fields', async () => {
    for (const fields of [{ url: 'javascript:alert(1)' }, { url: 'nowhere' }, { seen: true }])
      expect((await report({ token: 'x', ...fields })).status).toBe(422);
  });

  test('429 after too many calls of a network', async () => {
    countReport = createAddressLimit(newId('apiKey'), { perAddress: 2, windowSeconds: 600 });
    const answers = [
      await report({ token: 'x' }),
      await report({ token: 'x' }),
      await report({ token: 'x' }),
    ];
    countReport = async () => undefined;
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 429]);
    expect(Number(answers[2]?.headers.get('retry-after'))).toBeGreaterThan(500);
  });

  test.each([
    ['of the whole company', null],
    ['of some buildings', ['prop_1', 'prop_2']],
  ])(
    'about a key %s is mailed to the managers if no recipient has chosen it',
    async (_reach, propertyIds) => {
      await UserModel.deleteMany({ tenantId });
      const staff = (fields: Partial<UserRow>) => userRow(tenantId, { kind: 'STAFF', ...fields });
      await UserModel.insertMany([
        staff({ email: 'manager@example.test' }),
        staff({ email: 'porter@example.test', propertyIds: ['prop_1'] }),
        staff({ email: 'gone@example.test', status: 'DISABLED' }),
      ]);
      const { id: entityId } = await addKey();
      const alert = { type: 'key.leaked' as const, entityId, propertyIds, at: new Date() };
      await inTransaction(core, (session) => collectAlerts(tenantId, [alert], session));
      await AlertMailModel.updateMany({ tenantId }, { $set: { dueAt: new Date() } });
      const mails: Mail[] = [];
      const send = async (mail: Mail): Promise<void> => void mails.push(mail);
      const sweeps = [sendAlertMails({ send, close: () => undefined }, 'https://portal.test')];
      const log = createLogger({ service: 'admin', environment: 'TEST', level: 'silent' });
      const sweeper = startSweeper({ environment: 'TEST', events: leaveToSweeper, log, everyMs: 50, sweeps });
      await waitUntil(() => mails.length > 0, { what: 'the mail' });
      await sweeper.stop();
      expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
        ['manager@example.test', 'An API key is public'],
      ]);
    },
  );
});
