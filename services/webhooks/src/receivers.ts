import type { InProcessReceipts } from './processing/in-process-receipts.ts';
import type { ProcessingDependencies } from './processing/receipt.ts';
import { identityReader, readPayments, readTelephonyB } from './providers/read-webhook.ts';
import { readVerifiedId } from './providers/identity/verify.ts';
import { answerTelephonyA } from './providers/telephony-a/answer-calls.ts';
import { readTelephonyA } from './providers/telephony-a/read-webhook.ts';
import { createVerifiers, type SignatureConfig } from './providers/verifiers.ts';
import type { Receiver } from './receive.ts';

/** A receiver with its path. */
export interface ReceiverRoute extends Receiver {
  path: `/${string}`;
  /** Whether all paths below belong to it too. */
  hasPathsBelow: boolean;
}

const received = { mediaType: 'application/json; charset=utf-8', body: '{"received":true}' };

/** Acknowledges a webhook when it is stored, and starts its processing. */
const acknowledging =
  (own: InProcessReceipts): Receiver['answer'] =>
  async (_webhook, keep) => {
    own.process(await keep());
    return received;
  };

/** Creates the receivers of all providers. */
export function createReceivers(
  config: SignatureConfig,
  processing: ProcessingDependencies,
  own: InProcessReceipts,
): readonly ReceiverRoute[] {
  const acknowledge = acknowledging(own);
  const verifiers = createVerifiers(config);
  const readId = identityReader((request) => readVerifiedId(request, config.IDENTITY_HEADER_PREFIXES));
  return [
    {
      provider: 'telephony-a',
      path: '/telephony-a',
      hasPathsBelow: true,
      methods: ['GET', 'POST'],
      verify: verifiers['telephony-a'],
      read: readTelephonyA,
      answer: answerTelephonyA(processing, own),
    },
    {
      provider: 'telephony-b',
      path: '/telephony-b',
      hasPathsBelow: true,
      methods: ['GET', 'POST'],
      verify: verifiers['telephony-b'],
      read: readTelephonyB,
      answer: acknowledge,
    },
    {
      provider: 'payments',
      path: '/payments',
      hasPathsBelow: false,
      methods: ['POST'],
      verify: verifiers.payments,
      read: readPayments,
      answer: acknowledge,
    },
    {
      provider: 'identity',
      path: '/webhooks/identity',
      hasPathsBelow: false,
      methods: ['POST'],
      verify: verifiers.identity,
      read: readId,
      answer: acknowledge,
    },
  ];
}
