import { readKeyword } from '../../processing/read-keyword.ts';
import type { SignedRequest } from '../signed-request.ts';
import { readFields } from './read-webhook.ts';
import type { Receiver, WebhookAnswer } from '../../receive.ts';

/** What telephony-a speaks when nothing else can be said. */
const notice = 'We are sorry. This call cannot be connected at the moment. Please try again later.';

const xml = (body: string): WebhookAnswer => ({
  mediaType: 'text/xml; charset=utf-8',
  body: `<?xml version="1.0" encoding="UTF-8"?><Response>${body}</Response>`,
});

/** The answer that ends a call politely. It needs no store. */
const staticNotice = xml(`<Say>${notice}</Say><Hangup/>`);

/** The answer to a webhook that expects no instructions. */
const noInstructions = xml('');

/** The answer to a person who asks what this number is. Carriers demand that it names the way out. */
const helpAnswer = xml(
  '<Message>This number sends messages about your home. Ask your property manager for help. Reply STOP to get no more.</Message>',
);

const bodyOf = (request: SignedRequest, rawBody: Buffer): string => readFields(request, rawBody).Body ?? '';

/** How long a caller hears nothing while the receipt is being stored, in milliseconds. */
const maxSilenceMs = 800;

/** @returns whether the receipt was stored in time */
async function isKept(keep: () => Promise<void>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), maxSilenceMs);
  const kept = keep().then(
    () => true,
    () => false,
  );
  const isInTime = await Promise.race([kept, promise]);
  clearTimeout(timer);
  return isInTime;
}

/**
 * Answers telephony-a. A caller is waiting at the other end of a step of a call: it is answered within a second, even
 * while the store is away. Everything else is acknowledged once it is stored.
 */
export const answerTelephonyA: Receiver['answer'] = async ({ summary, request, rawBody }, keep) => {
  if (summary.eventType === 'call.step') {
    await isKept(keep);
    return staticNotice;
  }
  await keep();
  const asksForHelp =
    summary.eventType === 'message.received' && readKeyword(bodyOf(request, rawBody)) === 'HELP';
  return asksForHelp ? helpAnswer : noInstructions;
};
