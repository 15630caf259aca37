import { createEnvelope } from '@pas/platform/events/envelope';
import { newOutboxRows } from '@pas/platform/events/outbox';
import { newId } from '@pas/shared/ids/id';
import { AccountModel } from '@pas/shared/models/account';
import { UserModel } from '@pas/shared/models/user';
import {
  WebhookReceiptModel,
  type Provider,
  type WebhookReceiptRow,
} from '@pas/shared/models/webhook-receipt';
import { digestContacts, digestSubject } from '@pas/shared/personal/contact-digests';
import { beforeEach, describe, expect, test } from 'vitest';
import { addProperty, addUnit, newTenantCaller, startAdmin } from './admin-harness.ts';
import { addPerson, findValues, type Receipt, type Values } from './personal-data-support.ts';
import { sealOutbox } from './seal-outbox.ts';
import { addUser, type UserAnswer } from './user-support.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();
const tenantId = caller.tenantId ?? '';
const propertyId = (await addProperty(admin, caller)).id;
const unitId = (await addUnit(admin, caller, propertyId)).id;

type WebhookBody = Record<string, unknown>;

/** Stores a webhook as the webhooks service does, dead or not processed yet. */
async function addReceipt(
  provider: Provider,
  sent: WebhookBody,
  { isDead = true, subjects = [] }: { isDead?: boolean; subjects?: string[] } = {},
): Promise<string> {
  const id = newId('webhookReceipt');
  const now = new Date();
  const event = { type: 'pas.v1.inbound.receipt.stored', tenantId: '', subject: id, data: {} };
  const options = { environment: 'TEST', now, lockUntil: new Date(now.getTime() + 60_000) };
  const [row] = newOutboxRows([{ ...createEnvelope(event, 'webhooks', now), id }], options);
  const isForm = provider === 'telephony-a';
  const text = isForm ? new URLSearchParams(sent as Record<string, string>).toString() : JSON.stringify(sent);
  await WebhookReceiptModel.collection.insertOne({
    ...row,
    ...(isDead && { state: 'held', heldBy: ['process-receipts'], sentAt: now }),
    provider,
    eventType: null,
    method: 'POST',
    url: isForm ? `/telephony-a/messages?${text}` : `/${provider}`,
    contentType: null,
    raw: Buffer.from(text),
    contactDigests: [...digestContacts(sent), ...subjects.map((subject) => digestSubject(subject))],
    progress: 'RECEIVED',
    processedAt: null,
  } as never);
  return id;
}

const stored = (id: string) => WebhookReceiptModel.findById(id).lean<WebhookReceiptRow>();

describe('unprocessed webhooks, when a person is erased', () => {
  let user: UserAnswer['user'];
  let values: Values;
  const spellings = (): Record<string, string> => {
    const { phone, ...others } = values;
    return { ...others, digits: phone.slice(2), dashed: `${phone.slice(2, 5)}-555-${phone.slice(-4)}` };
  };
  const erase = () => admin.call<Receipt>('POST', `/api/admin/users/${user.id}/erase`, { as: caller });

  beforeEach(async () => {
    ({ user, values } = await addPerson(admin, caller, unitId));
    await admin.call('POST', `/api/admin/users/${user.id}/move-out`, { as: caller, body: { unitId } });
    await sealOutbox(tenantId);
  });

  test('dead texts, calls and identity events, and pending ones, are emptied and never processed', async () => {
    const { phone, email, firstName } = values;
    const accountId = newId('account');
    const at = new Date();
    const identity = { issuer: 'https://identity.example.test', subject: `user_${user.id}` };
    const account = { _id: accountId, email, emailKey: email.toLowerCase(), identity };
    await AccountModel.insertMany([{ ...account, createdAt: at, updatedAt: at }]);
    await UserModel.updateOne({ _id: user.id, tenantId }, { $set: { accountId } });
    const text = { From: phone, To: '+12125550100', Body: `This is ${firstName}.` };
    const dashed = `${phone.slice(2, 5)}-555-${phone.slice(-4)}`;
    const payload = { from: { phone_number: dashed }, to: [{ phone_number: '+12125550100' }] };
    const renamed = { type: 'user.updated', data: { id: identity.subject, first_name: firstName } };
    const ids = [
      await addReceipt('telephony-a', text),
      await addReceipt('telephony-b', { data: { event_type: 'call.initiated', payload } }),
      await addReceipt('identity', renamed, { subjects: [identity.subject] }),
      await addReceipt(
        'payments',
        { type: 'invoice.paid', data: { customer_email: email } },
        { isDead: false },
      ),
    ];
    const foreign = await addReceipt('telephony-a', { ...text, From: '+12125559999', Body: 'Hello' });
    expect(new Set((await findValues(spellings())).map((row) => row.split(' ')[0]))).toContain(
      'webhook_receipts',
    );

    const { status, body } = await erase();

    expect([status, body.receipt.erased.webhook_receipts]).toEqual([200, 4]);
    await sealOutbox(tenantId);
    expect(await findValues(spellings())).toEqual([]);
    for (const id of ids) expect(await stored(id)).toMatchObject({ progress: 'IGNORED', contactDigests: [] });
    expect(await stored(foreign)).toMatchObject({ progress: 'RECEIVED', processedAt: null });
  });

  test('those with a phone or e-mail that another person shares stay unchanged', async () => {
    const elsewhere = await newTenantCaller();
    await addUser(admin, elsewhere, { email: values.email, phone: values.phone });
    const id = await addReceipt('telephony-a', { From: values.phone, Body: 'STOP' });
    const other = await addReceipt('payments', { data: { customer_email: values.email } });
    expect((await erase()).body.receipt.erased.webhook_receipts).toBe(0);
    for (const each of [id, other]) expect(await stored(each)).toMatchObject({ progress: 'RECEIVED' });
  });
});
