import type { InProcessReceipts } from './processing/in-process-receipts.ts';
import type { Receipt } from './processing/receipt.ts';
import type { Receiver, VerifiedWebhook, WebhookAnswer } from './providers/receiver.ts';
import { awaitWhileStoreResponds } from './receipts/await-while-store-responds.ts';
import type { Rejections } from './receipts/record-rejections.ts';
import { storeReceipt, type ReceiptStore } from './receipts/store-receipt.ts';
import { verifyWebhook, type Exchange } from './verify-webhook.ts';

/** Dependencies of all receivers. */
export interface ReceiverDependencies {
  store: ReceiptStore;
  rejections: Rejections;
  receipts: Pick<InProcessReceipts, 'process' | 'recordOutcome' | 'handToConsumer'>;
}

/**
 * The longest wait for a slow database, in milliseconds. Providers wait at least ten seconds, and some repeat a webhook
 * only after minutes.
 */
export const storeWaitMs = 8000;

/** Treat a database as unavailable after 3 s without a response. */
const storeTimeouts = { probeAfterMs: 3000, maxMs: storeWaitMs };

/** With a fallback, the provider gets an answer within a second while the database is unavailable. */
const fallbackTimeouts = { probeAfterMs: 500, maxMs: storeWaitMs };

/**
 * Stores the receipt of a webhook; null for a repeat. A receipt that is stored after the time-out goes to the consumer.
 */
async function storeInTime(
  { store, receipts }: ReceiverDependencies,
  webhook: VerifiedWebhook,
): Promise<Receipt | null> {
  const storing = storeReceipt(store, webhook);
  try {
    return await awaitWhileStoreResponds(storing, storeTimeouts);
  } catch (error) {
    void storing.then(receipts.handToConsumer, () => undefined);
    throw error;
  }
}

/** Stores a webhook and decides its answer. The receipt is processed in this process; after a failure by the consumer. */
async function storeAndDecide(
  dependencies: ReceiverDependencies,
  receiver: Receiver,
  webhook: VerifiedWebhook,
): Promise<WebhookAnswer> {
  const { receipts } = dependencies;
  const receipt = await storeInTime(dependencies, webhook);
  try {
    const { answer, outcome } = await receiver.decide(webhook);
    if (outcome === null) receipts.process(receipt);
    else receipts.recordOutcome(receipt, outcome);
    return answer;
  } catch (error) {
    receipts.handToConsumer(receipt);
    throw error;
  }
}

/** Returns the answer, or the fallback after a failure or without a response of the database. */
async function answerInTime(
  deciding: Promise<WebhookAnswer>,
  fallback: WebhookAnswer | null,
): Promise<WebhookAnswer> {
  if (fallback === null) return deciding;
  return awaitWhileStoreResponds(deciding, fallbackTimeouts).catch(() => fallback);
}

/**
 * Receives a webhook: verifies its raw bytes, stores it, decides its answer, and sends the answer. A 2xx without
 * fallback means that the webhook is stored; it does not depend on NATS. Repeats get the same answer.
 *
 * @throws method_not_allowed, too_large, unauthenticated, invalid for a malformed body, or unavailable
 */
export async function receiveWebhook(
  dependencies: ReceiverDependencies,
  receiver: Receiver,
  { request, response }: Exchange,
): Promise<void> {
  const webhook = await verifyWebhook(receiver, dependencies.rejections, { request, response });
  const fallback = receiver.fallbackFor(webhook);
  const { mediaType, body } = await answerInTime(storeAndDecide(dependencies, receiver, webhook), fallback);
  response.status(200).set({ 'Content-Type': mediaType, 'Cache-Control': 'no-store' }).end(body);
}
