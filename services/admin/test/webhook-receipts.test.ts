import { WebhookReceiptModel, type Provider } from '@pas/shared/models/webhook-receipt';
import { WebhookRejectionModel } from '@pas/shared/models/webhook-rejection';
import { newOutboxRows } from '@pas/platform/events/outbox';
import { createEnvelope } from '@pas/platform/events/envelope';
import { apiKeyPrincipal } from '@pas/testing/test-gateway';
import { newId } from '@pas/shared/ids/id';
import { describe, expect, test } from 'vitest';
import { newTenantCaller, startAdmin } from './admin-harness.ts';

const admin = await startAdmin();
const platform = apiKeyPrincipal(null, ['platform']);
const path = '/api/admin/webhook-receipts';

type Progress = 'RECEIVED' | 'PROCESSED' | 'IGNORED';

async function addReceipt(provider: Provider, progress: Progress, isDead = false): Promise<string> {
  const id = newId('webhookReceipt');
  const now = new Date();
  const event = { type: 'pas.v1.inbound.receipt.stored', tenantId: '', subject: id, data: {} };
  const options = { environment: 'TEST', now, lockUntil: now };
  const [row] = newOutboxRows([{ ...createEnvelope(event, 'webhooks', now), id }], options);
  await WebhookReceiptModel.collection.insertOne({
    ...row,
    state: isDead ? 'held' : 'sent',
    provider,
    eventType: 'invoice.paid',
    method: 'POST',
    url: '/payments?secret=1',
    contentType: null,
    raw: Buffer.from('personal'),
    progress,
    processedAt: progress === 'RECEIVED' ? null : now,
  } as never);
  return id;
}

interface Receipts {
  webhookReceipts: { id: string; state: string }[];
  total: number;
}

const list = async (query: string) => {
  const { status, body } = await admin.call<Receipts>('GET', `${path}${query}`, { as: platform });
  expect(status).toBe(200);
  return body;
};

describe('GET /api/admin/webhook-receipts', () => {
  test('200 filters by provider and state, and shows no body', async () => {
    const received = await addReceipt('payments', 'RECEIVED');
    const processed = await addReceipt('identity', 'PROCESSED');
    const dead = await addReceipt('payments', 'RECEIVED', true);
    const ids = async (query: string) => (await list(query)).webhookReceipts.map(({ id }) => id);
    expect((await ids('')).toSorted()).toEqual([received, processed, dead].toSorted());
    expect(await ids('?state=RECEIVED')).toEqual([received]);
    expect(await ids('?state=DEAD')).toEqual([dead]);
    expect(await ids('?provider=identity&state=PROCESSED')).toEqual([processed]);
    expect(await ids('?provider=payments&state=IGNORED')).toEqual([]);
    const text = JSON.stringify(await list('?limit=1'));
    expect(text).not.toMatch(/personal|secret/);
    expect(await list('?state=DEAD')).toMatchObject({
      total: 1,
      webhookReceipts: [{ path: '/payments', state: 'DEAD' }],
    });
  });

  test('403 for all callers except the platform', async () => {
    const caller = await newTenantCaller();
    for (const each of ['', '/rejections'])
      expect((await admin.call('GET', `${path}${each}`, { as: caller })).status).toBe(403);
  });

  test('422 for an unknown provider or state', async () => {
    expect((await admin.call('GET', `${path}?provider=x`, { as: platform })).status).toBe(422);
    expect((await admin.call('GET', `${path}?state=SENT`, { as: platform })).status).toBe(422);
  });
});

test('GET /api/admin/webhook-receipts/rejections lists the newest first', async () => {
  const at = (second: number) => new Date(Date.UTC(2027, 0, 1, 0, 0, second));
  await WebhookRejectionModel.insertMany([
    { _id: 'payments:1', provider: 'payments', path: '/payments', reason: 'signature_wrong', at: at(1) },
    {
      _id: 'payments:2',
      provider: 'payments',
      path: '/payments',
      reason: 'timestamp_out_of_range',
      at: at(3),
    },
    {
      _id: 'identity:1',
      provider: 'identity',
      path: '/webhooks/identity',
      reason: 'signature_missing',
      at: at(2),
    },
  ]);
  const { body } = await admin.call('GET', `${path}/rejections?provider=payments`, { as: platform });
  expect(body).toEqual({
    rejections: [
      { at: at(3).toISOString(), provider: 'payments', path: '/payments', reason: 'timestamp_out_of_range' },
      { at: at(1).toISOString(), provider: 'payments', path: '/payments', reason: 'signature_wrong' },
    ],
    total: 2,
    limit: 50,
    offset: 0,
  });
});
