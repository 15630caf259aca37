import { core } from '@pas/platform/mongo/connections';
import { advanceCall } from '../../calls/advance-call.ts';
import { beginCall } from '../../calls/begin-call.ts';
import type { Processing } from '../../processing/receipt.ts';
import { readKeyword } from '../../processing/read-keyword.ts';
import type { Receiver, WebhookAnswer } from '../../receive.ts';
import type { VerifiedWebhook } from '../../receipts/store-receipt.ts';
import { eventsOf, partyOf, readVoiceStep, type VoiceStep } from './read-voice-step.ts';
import { readFields } from './read-webhook.ts';
import { endWith, renderAnswer, xml } from './render-answer.ts';

/** What telephony-a speaks while nothing else can be said. It needs no store. */
const fallback = endWith('unavailable');

/** The answer to a webhook that expects no instructions. */
const noInstructions = xml('');

/** The answer to a person who asks what this number is. Carriers demand that it names the way out. */
const helpAnswer = xml(
  '<Message>This number sends messages about your home. Ask your property manager for help. Reply STOP to get no more.</Message>',
);

/** How long a caller hears nothing before the store is asked whether it is there, and until it has to have answered. */
const [patienceMs, pingMs] = [500, 350];

/** The provider gives up after ten seconds. */
const maxAnswerMs = 8000;

const after = (ms: number): { over: Promise<false>; stop: () => void } => {
  const { promise, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(() => resolve(false), ms);
  return { over: promise, stop: () => clearTimeout(timer) };
};

/** Whether work is done within a time. It goes on afterwards. */
async function isDoneIn(work: Promise<unknown>, ms: number): Promise<boolean> {
  const { over, stop } = after(ms);
  const done = await Promise.race([work.then(() => true), over]);
  stop();
  return done;
}

/** Whether the store answers at all. One that is slow is waited for, and one that is away is not. */
const isStoreThere = (): Promise<boolean> =>
  isDoneIn((async () => core.getClient().db().command({ ping: 1 }, { timeoutMS: pingMs }))(), pingMs).catch(
    () => false,
  );

/** The answer of `work`; the fallback while the store is away, so that a caller hears something within a second. */
async function orFallback(work: Promise<WebhookAnswer>): Promise<WebhookAnswer> {
  const safe = work.catch(() => fallback);
  if (await isDoneIn(safe, patienceMs)) return safe;
  if (!(await isStoreThere())) return fallback;
  return (await isDoneIn(safe, maxAnswerMs)) ? safe : fallback;
}

/** What is decided for a step of a call. */
async function decideStep(processing: Processing, step: VoiceStep, key: string): Promise<WebhookAnswer> {
  const occasion = {
    provider: 'telephony-a',
    providerCallId: step.parent,
    key,
    receivedAt: new Date(),
  } as const;
  const decided =
    step.kind === 'arrived'
      ? await beginCall(processing, { ...occasion, from: step.from, to: step.to })
      : await advanceCall(processing, occasion, eventsOf(processing, step));
  if (!decided) return endWith(step.kind === 'arrived' ? 'notInService' : 'unavailable');
  return renderAnswer(decided, partyOf(step), processing.publicUrl);
}

async function answerStep(
  processing: Processing,
  { summary, request, rawBody }: VerifiedWebhook,
  keep: () => Promise<void>,
): Promise<WebhookAnswer> {
  const step = readVoiceStep(readFields(request, rawBody));
  await keep();
  return step ? decideStep(processing, step, summary.key) : fallback;
}

/**
 * Answers telephony-a. A step of a call gets instructions, a repeat of it the same ones. A caller is waiting at the other
 * end: while the store is away, the answer is a notice within a second. Everything else is acknowledged once it is stored.
 */
export function answerTelephonyA(processing: Processing): Receiver['answer'] {
  return async (webhook, keep) => {
    const { summary, request, rawBody } = webhook;
    if (summary.eventType === 'call.step') return orFallback(answerStep(processing, webhook, keep));
    await keep();
    const text = readFields(request, rawBody).Body ?? '';
    const asksForHelp = summary.eventType === 'message.received' && readKeyword(text) === 'HELP';
    return asksForHelp ? helpAnswer : noInstructions;
  };
}
