import { OutboxModel } from '@pas/platform/events/outbox';
import { AccountModel } from '@pas/shared/models/account';
import { UserModel } from '@pas/shared/models/user';
import { describe, expect, test } from 'vitest';
import { addPasskey } from './passkey-support.ts';
import { addResident, startResident, type TestResident } from './resident-harness.ts';

const service = await startResident();

type Export = { dataExport: { userId: string; collections: Record<string, Record<string, unknown>[]> } };
const exportMine = ({ as }: TestResident) =>
  service.call<Export & { code?: string }>('GET', '/api/v1/me/data-export', { as });

describe('GET /api/v1/me/data-export', () => {
  test('200: exports only the person’s data without secrets, and records the export', async () => {
    const [me, other] = [await addResident(service), await addResident(service)];
    await addPasskey(service, me, { name: 'Jordan’s phone' });
    const { status, body, headers } = await exportMine(me);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(headers.get('content-disposition')).toBe('attachment; filename="my-data.json"');
    const { id, tenantId } = me.answer.resident;
    expect(body.dataExport.userId).toBe(id);
    const { users, accounts, passkeys, sessions, invites } = body.dataExport.collections;
    expect(users).toMatchObject([{ id, email: me.email }]);
    expect([accounts?.length, sessions?.length, invites?.length]).toEqual([1, 1, 1]);
    expect(passkeys).toMatchObject([{ name: 'Jordan’s phone', isBackedUp: true, lastUsedAt: null }]);
    const text = JSON.stringify(body);
    expect(text).not.toContain(other.email);
    expect(text).not.toMatch(/passwordHash|publicKey|refreshTokenHash|tokenHash|\$argon2/i);
    const submitted = await OutboxModel.find({ tenantId, 'envelope.data.action': 'user.exported' }).lean();
    expect(submitted.map(({ envelope }) => envelope.subject)).toEqual([id]);
  });

  test('200: has the e-mail of the identity provider that the person has replaced here', async () => {
    const me = await addResident(service);
    const identityEmailKey = 'earlier@example.test';
    await AccountModel.updateOne({ emailKey: me.email }, { $set: { identityEmailKey } });
    const { body } = await exportMine(me);
    expect(body.dataExport.collections['accounts']).toMatchObject([{ email: me.email, identityEmailKey }]);
  });

  test('403 for a disabled resident', async () => {
    const me = await addResident(service);
    const { id, tenantId } = me.answer.resident;
    await UserModel.updateOne({ _id: id, tenantId }, { $set: { status: 'DISABLED' } });
    const { status, body } = await exportMine(me);
    expect([status, body.code]).toEqual([403, 'resident_disabled']);
  });
});
