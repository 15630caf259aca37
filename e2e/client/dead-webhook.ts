import { createEnvelope } from '@pas/platform/events/envelope';
import { newOutboxRows } from '@pas/platform/events/outbox';
import { newId } from '@pas/shared/ids/id';
import { digestContacts } from '@pas/shared/personal/contact-digests';
import { mongoUrlOf } from '@pas/tools/local-system/plans/blueprint';
import { createConnection } from 'mongoose';
import type { SharedSystem } from '../shared-system/use-system.ts';

/** Stores a text message of telephony-a as a dead letter, with its bytes. */
export async function addDeadText(
  { blueprint }: Pick<SharedSystem, 'blueprint'>,
  text: Readonly<Record<string, string>>,
): Promise<void> {
  const connection = await createConnection(mongoUrlOf(blueprint, 'DEV', 'operator')).asPromise();
  const [id, now] = [newId('webhookReceipt'), new Date()];
  const event = { type: 'pas.v1.inbound.receipt.stored', tenantId: '', subject: id, data: {} };
  const options = { environment: 'DEV', now, lockUntil: now };
  const [row] = newOutboxRows([{ ...createEnvelope(event, 'webhooks', now), id }], options);
  const form = new URLSearchParams(text).toString();
  const dead = { state: 'held', heldBy: ['process-receipts'], sentAt: now };
  const sent = { method: 'POST', url: `/telephony-a/messages?${form}`, contentType: null };
  await connection.collection('webhook_receipts').insertOne({
    ...row,
    ...dead,
    ...sent,
    provider: 'telephony-a',
    eventType: 'message.received',
    raw: Buffer.from(form),
    contactDigests: digestContacts(text),
    progress: 'RECEIVED',
    processedAt: null,
  } as never);
  await connection.close();
}
