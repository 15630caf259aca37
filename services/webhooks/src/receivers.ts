import type { ProcessingDependencies } from './processing/receipt.ts';
import { identityReader, readPayments, readTelephonyB } from './providers/read-webhook.ts';
import { readVerifiedId } from './providers/identity/verify.ts';
import type { Receiver } from './providers/receiver.ts';
import { decideTelephonyA, stepFallback } from './providers/telephony-a/decide-webhook.ts';
import { readTelephonyA } from './providers/telephony-a/read-webhook.ts';
import { createVerifiers, type SignatureConfig } from './providers/verifiers.ts';

const received = { mediaType: 'application/json; charset=utf-8', body: '{"received":true}' };

/** Acknowledges a stored webhook. Its receipt is processed after the answer. */
const acknowledgement: Pick<Receiver, 'decide' | 'fallbackFor'> = {
  decide: async () => ({ answer: received, outcome: null }),
  fallbackFor: () => null,
};

/** Creates the receivers of all providers. */
export function createReceivers(
  config: SignatureConfig,
  processing: ProcessingDependencies,
): readonly Receiver[] {
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
      decide: decideTelephonyA(processing),
      fallbackFor: stepFallback,
    },
    {
      provider: 'telephony-b',
      path: '/telephony-b',
      hasPathsBelow: true,
      methods: ['POST'],
      verify: verifiers['telephony-b'],
      read: readTelephonyB,
      ...acknowledgement,
    },
    {
      provider: 'payments',
      path: '/payments',
      hasPathsBelow: false,
      methods: ['POST'],
      verify: verifiers.payments,
      read: readPayments,
      ...acknowledgement,
    },
    {
      provider: 'identity',
      path: '/webhooks/identity',
      hasPathsBelow: false,
      methods: ['POST'],
      verify: verifiers.identity,
      read: readId,
      ...acknowledgement,
    },
  ];
}
