import { createSemaphore } from '@pas/platform/concurrency/semaphore';
import { unavailable } from '@pas/shared/errors/raise';
import { advanceCall } from '../../calls/advance-call.ts';
import { beginCall } from '../../calls/begin-call.ts';
import { languageOfNumber } from '../../calls/number-language.ts';
import { helpText } from '../../processing/help-text.ts';
import type { ProcessingDependencies } from '../../processing/receipt.ts';
import type { Receiver, WebhookAnswer, WebhookDecision } from '../receiver.ts';
import { eventsOf, partyOf, readVoiceStep, type VoiceStep } from './read-voice-step.ts';
import { readFields, type TelephonyAFields } from './read-webhook.ts';
import { endWith, renderAnswer, replyWith, xml } from './render-answer.ts';

/** The answer to a webhook that expects no instructions. */
const noInstructions = xml('');

/**
 * Limits the parallel decisions of steps, so that a storm leaves connections of the database to others. The called
 * numbers take turns, so that a storm at one does not delay visitors of another. The provider's time-out is ten seconds.
 */
const stepPermits = createSemaphore({
  permits: 16,
  maxWaitMs: 8000,
  refusal: () => unavailable('Other calls take a long time.'),
});

/** Returns the virtual number of a step. On a resident's leg it is the calling number. */
const numberOf = ({ To, From, leg }: TelephonyAFields): string | undefined => (leg === undefined ? To : From);

/** Makes the notice that telephony-a speaks after a failure. It needs no database. */
const failureNotice = (fields: TelephonyAFields): WebhookAnswer =>
  endWith('unavailable', languageOfNumber(numberOf(fields)));

/** Decides a step of a call; null for an unknown call. */
async function decideStep(
  processing: ProcessingDependencies,
  step: VoiceStep,
  key: string,
): Promise<WebhookDecision | null> {
  const eventRef = {
    provider: 'telephony-a',
    providerCallId: step.parent,
    key,
    receivedAt: new Date(),
  } as const;
  const decided =
    step.kind === 'arrived'
      ? await beginCall(processing, { ...eventRef, from: step.from, to: step.to })
      : await advanceCall(processing, eventRef, eventsOf(processing, step));
  if (decided)
    return { answer: renderAnswer(decided, partyOf(step), processing.publicUrl), outcome: 'PROCESSED' };
  if (step.kind !== 'arrived') return null;
  return { answer: endWith('notInService', languageOfNumber(step.to)), outcome: 'IGNORED' };
}

/** Decides a step of a call at its turn. The answer to a step without a known call is the notice. */
async function decideInTurn(
  processing: ProcessingDependencies,
  fields: TelephonyAFields,
  key: string,
): Promise<WebhookDecision> {
  const unknownCall = { answer: failureNotice(fields), outcome: 'IGNORED' } as const;
  const step = readVoiceStep(fields);
  if (!step) return unknownCall;
  const permit = await stepPermits.acquire(numberOf(fields) ?? '');
  try {
    return (await decideStep(processing, step, key)) ?? unknownCall;
  } finally {
    stepPermits.release(permit);
  }
}

/** Answers a text: HELP gets a reply in the same request. */
function answerText({ Body: text = '', From: from = '', To: to }: TelephonyAFields): WebhookAnswer {
  const help = helpText({ text, from, to });
  return help === null ? noInstructions : replyWith(help);
}

/** Decides webhooks of telephony-a. A step of a call is processed before its answer, any other webhook after it. */
export function decideTelephonyA(processing: ProcessingDependencies): Receiver['decide'] {
  return async ({ summary: { eventType, key }, request, rawBody }) => {
    const fields = readFields(request, rawBody);
    if (eventType === 'call.step') return decideInTurn(processing, fields, key);
    return { answer: eventType === 'message.received' ? answerText(fields) : noInstructions, outcome: null };
  };
}

/** Returns the notice for a step of a call, whose caller waits; null for any other webhook. */
export const stepFallback: Receiver['fallbackFor'] = ({ summary, request, rawBody }) =>
  summary.eventType === 'call.step' ? failureNotice(readFields(request, rawBody)) : null;
