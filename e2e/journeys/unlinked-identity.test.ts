import { waitUntil } from '@pas/testing/wait-until';
import { createConnection } from 'mongoose';
import { expect, test } from 'vitest';
import { bodyOf, call } from '../client/http-call.ts';
import { addResident } from '../client/new-resident.ts';
import { actAsManager } from '../client/property-manager.ts';
import { exchangeIdentity } from '../client/resident.ts';
import { useSystem } from '../shared-system/use-system.ts';

const system = await useSystem();
const portalUrl = system.portalOf('DEV');
const { gatewayUrl, apiKey, sandboxUrl, mongoUrl } = system.local;
const manager = actAsManager({ gatewayUrl, key: apiKey });

/** Pins the account to another identity with the same e-mail address. */
async function pinAnother(emailKey: string): Promise<void> {
  const connection = await createConnection(mongoUrl).asPromise();
  const identity = { issuer: `${sandboxUrl}/elsewhere`, subject: 'user_of_another_identity' };
  const client = connection.getClient();
  const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true });
  for (const { name } of databases.filter((database) => database.name.startsWith('pas_')))
    await client.db(name).collection('accounts').updateOne({ emailKey }, { $set: { identity } });
  await connection.close();
}

test('another identity gets 409 until the old one is unlinked, and earlier sessions are then refused', async () => {
  const person = await addResident(portalUrl, manager);
  const { email, userId, signedIn } = person;
  await pinAnother(email.toLowerCase());
  const tokens = `${sandboxUrl}/identity/session-tokens`;
  const { token } = await bodyOf(call<{ token: string }>(tokens, { body: { email } }), 200);
  const before = await exchangeIdentity(portalUrl, token);
  expect([before.status, before.body.code]).toEqual([409, 'identity_conflict']);

  await bodyOf(manager.call(`/users/${userId}/unlink-identity`, { method: 'POST' }), 200);

  const after = await exchangeIdentity(portalUrl, token);
  expect([after.status, after.body.resident.id]).toEqual([200, userId]);
  const answerOf = async (bearer: string) => {
    const { status, body } = await call<{ code?: string }>(`${portalUrl}/api/v1/me`, { bearer });
    return status === 200 ? 200 : `${status} ${body.code}`;
  };
  const isRefused = async () => (await answerOf(signedIn.token)) === '401 session_expired';
  await waitUntil(isRefused, { what: 'the session of before to be refused' });
  expect(await answerOf(after.body.token)).toBe(200);

  type Records = { auditRecords: { action: string; targets: { type: string; id: string }[] }[] };
  const records = async () => {
    const query = new URLSearchParams({ targetId: userId, action: 'user.identity_unlinked' }).toString();
    const { body } = await manager.call<Records>(`/audit?${query}`);
    return body.auditRecords.length > 0 ? body.auditRecords : null;
  };
  const [record, ...others] = await waitUntil(records, { what: 'the sealed record' });
  expect(others).toEqual([]);
  expect(record?.targets.map(({ type }) => type)).toEqual(['user', 'session']);
});
