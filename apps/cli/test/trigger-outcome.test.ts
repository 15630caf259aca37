import { randomUUID } from 'node:crypto';
import { createEnvelope } from '@pas/platform/events/envelope';
import { ControlOutboxModel, newOutboxRows } from '@pas/platform/events/outbox';
import { insertRows } from '@pas/platform/mongo/insert-rows';
import { withTrace } from '@pas/platform/trace/trace';
import { newId } from '@pas/shared/ids/id';
import { PhoneConsentModel } from '@pas/shared/models/phone-consent';
import { WebhookReceiptModel, type WebhookReceiptRow } from '@pas/shared/models/webhook-receipt';
import { useDatabases } from '@pas/testing/test-databases';
import { expect, test } from 'vitest';
import { showOutcome } from '../src/trigger/show-outcome.ts';

await useDatabases();

/** Makes the outbox row of an event that a webhook caused. */
function rowOf(correlationId: string, event: Parameters<typeof createEnvelope>[0]) {
  const now = new Date();
  const envelope = withTrace({ correlationId, traceparent: null }, () =>
    createEnvelope(event, 'webhooks', now),
  );
  const [row] = newOutboxRows([envelope], { environment: 'DEV', now, lockUntil: now });
  if (!row) throw new Error('An envelope makes a row.');
  return row;
}

/** Stores a receipt, and returns its id and the webhook as its sender knows it. */
async function addReceipt(fields: Partial<WebhookReceiptRow> = {}) {
  const correlationId = randomUUID();
  const data = { aggregateVersion: 1, receiptId: 'rcpt_1', provider: 'payments' };
  const event = { type: 'pas.v1.inbound.receipt.stored', tenantId: '', subject: 'rcpt_1', data };
  const receipt: WebhookReceiptRow = {
    ...rowOf(correlationId, event),
    _id: newId('webhookReceipt'),
    provider: 'payments',
    eventType: 'invoice.paid',
    method: 'POST',
    url: '/payments',
    contentType: null,
    raw: Buffer.alloc(0),
    contactDigests: [],
    progress: 'PROCESSED',
    processedAt: new Date(),
    ...fields,
  };
  await insertRows(WebhookReceiptModel, [receipt], null);
  return {
    id: receipt._id,
    sent: { provider: 'payments' as const, correlationId, sentAt: new Date(), phone: null },
  };
}

async function linesOf(webhook: Parameters<typeof showOutcome>[0]) {
  const lines: string[] = [];
  return { isFine: await showOutcome(webhook, (line) => lines.push(line)), lines };
}

test('shows the state of the receipt, and each field that was changed before and after', async () => {
  const { id, sent } = await addReceipt();
  const record = {
    action: 'tenant.billing_updated',
    outcome: 'SUCCESS',
    actor: { type: 'WEBHOOK', id: null, name: 'Payments provider' },
    targets: [{ type: 'tenant', id: 'ten_1' }],
    changes: [
      { path: 'billing.status', before: null, after: 'PAST_DUE' },
      { path: 'email', before: null, after: { digest: `sha256:${'0'.repeat(64)}` } },
    ],
    context: {
      ip: null,
      userAgent: null,
      correlationId: sent.correlationId,
      environment: 'DEV',
      service: 'webhooks',
    },
    occurredAt: new Date().toISOString(),
  };
  const about = { tenantId: 'ten_1', subject: 'ten_1' };
  const updated = {
    type: 'pas.v1.billing.tenant.updated',
    ...about,
    data: { aggregateVersion: 2, status: 'PAST_DUE' },
  };
  const rows = [
    rowOf(sent.correlationId, updated),
    rowOf(sent.correlationId, { type: 'pas.v1.audit.record.submitted', ...about, data: record }),
    rowOf(randomUUID(), updated),
  ];
  await insertRows(ControlOutboxModel, rows, null);
  const { isFine, lines } = await linesOf(sent);
  expect([isFine, lines]).toEqual([
    true,
    [
      expect.stringMatching(new RegExp(`^receipt ${id}: PROCESSED after \\d+ ms$`)),
      'event billing.tenant.updated: ten_1',
      'audit tenant.billing_updated: tenant ten_1',
      '  billing.status: – → PAST_DUE',
      '  email: – → (personal)',
    ],
  ]);
});

test('states why an event was ignored, and the remedy', async () => {
  const { sent } = await addReceipt({ progress: 'IGNORED' });
  const { isFine, lines } = await linesOf(sent);
  expect(isFine).toBe(true);
  expect(lines.at(-1)).toContain('Set `billing.customerId` of a tenant by PATCH /api/admin/tenants/{id}.');
});

test('a receipt that was given up is a failure, and its replay command is named', async () => {
  const { sent } = await addReceipt({ progress: 'RECEIVED', state: 'held', processedAt: null });
  const { isFine, lines } = await linesOf(sent);
  expect([isFine, lines[0]?.endsWith(': DEAD')]).toEqual([false, true]);
  expect(lines.at(-1)).toContain('pas dead-letters list --durable process-receipts');
});

test('a repeat of a webhook has no receipt of its own', async () => {
  const { sent } = await addReceipt();
  const { isFine, lines } = await linesOf({ ...sent, correlationId: randomUUID() });
  expect([isFine, lines]).toEqual([true, [expect.stringMatching(/^No new receipt: .* another id\.$/)]]);
});

test('shows whether a phone number gets texts', async () => {
  const { sent } = await addReceipt();
  const phone = '+12125550111';
  expect((await linesOf({ ...sent, phone })).lines).toContain(`texts to ${phone}: allowed, never refused`);
  const consent = { _id: phone, state: 'OPTED_OUT', source: 'KEYWORD', updatedAt: new Date() } as const;
  await PhoneConsentModel.insertMany([consent]);
  expect((await linesOf({ ...sent, phone })).lines).toContain(`texts to ${phone}: OPTED_OUT (KEYWORD)`);
});
