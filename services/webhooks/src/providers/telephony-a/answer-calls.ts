import { createSemaphore } from '@pas/platform/concurrency/semaphore';
import { unavailable } from '@pas/shared/errors/raise';
import { advanceCall } from '../../calls/advance-call.ts';
import { beginCall } from '../../calls/begin-call.ts';
import type { InProcessReceipts } from '../../processing/in-process-receipts.ts';
import type { ReceiptOutcome, ProcessingDependencies } from '../../processing/receipt.ts';
import { languageOfNumber } from '../../calls/number-language.ts';
import { helpText } from '../../processing/help-text.ts';
import type { KeepReceipt, Receiver, WebhookAnswer } from '../../receive.ts';
import { awaitWhileStoreResponds, recordStoreActivity } from '../../receipts/await-while-store-responds.ts';
import type { VerifiedWebhook } from '../../receipts/store-receipt.ts';
import { eventsOf, partyOf, readVoiceStep, type VoiceStep } from './read-voice-step.ts';
import { readFields, type TelephonyAFields } from './read-webhook.ts';
import { endWith, renderAnswer, replyWith, xml } from './render-answer.ts';

/** The answer to a webhook that expects no instructions. */
const noInstructions = xml('');

/** The provider's time-out is ten seconds. */
const maxAnswerMs = 8000;

/** While the database is unavailable, a caller hears a notice within a second. */
const timeouts = { probeAfterMs: 500, maxMs: maxAnswerMs };

/**
 * Limits the parallel decisions of steps, so that a storm leaves connections of the database to others. The called
 * numbers take turns, so that a storm at one does not delay visitors of another.
 */
const deciding = createSemaphore({
  permits: 16,
  maxWaitMs: maxAnswerMs,
  refusal: () => unavailable('Other calls take a long time.'),
});

/** Returns the virtual number of a step. On a resident's leg it is the calling number. */
const numberOf = ({ To, From, leg }: TelephonyAFields): string | undefined => (leg === undefined ? To : From);

/** Makes the notice that telephony-a speaks after a failure. It needs no database. */
const fallbackFor = (fields: TelephonyAFields): WebhookAnswer =>
  endWith('unavailable', languageOfNumber(numberOf(fields)));

/**
 * Returns the answer of `work`, or the fallback while the database is unavailable. So a caller hears something within a
 * second.
 */
async function orFallback(work: Promise<WebhookAnswer>, fallback: WebhookAnswer): Promise<WebhookAnswer> {
  const safe = work.then(
    (answer) => {
      recordStoreActivity();
      return answer;
    },
    () => fallback,
  );
  return (await awaitWhileStoreResponds(safe, timeouts)) ? safe : fallback;
}

/** The answer to a step of a call, null for the fallback, and the outcome of its receipt. */
interface StepDecision {
  answer: WebhookAnswer | null;
  progress: ReceiptOutcome;
}

/** The decision for a step without a known call. */
const unknownStep: StepDecision = { answer: null, progress: 'IGNORED' };

/** Decides a step of a call. */
async function decideStep(
  processing: ProcessingDependencies,
  step: VoiceStep,
  key: string,
): Promise<StepDecision> {
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
    return { answer: renderAnswer(decided, partyOf(step), processing.publicUrl), progress: 'PROCESSED' };
  if (step.kind !== 'arrived') return unknownStep;
  return { answer: endWith('notInService', languageOfNumber(step.to)), progress: 'IGNORED' };
}

/** Dependencies of the answers to steps. */
interface StepDependencies extends ProcessingDependencies {
  own: InProcessReceipts;
}

/** Decides a step of a call at its turn. */
async function decideInTurn(
  processing: ProcessingDependencies,
  fields: TelephonyAFields,
  key: string,
): Promise<StepDecision> {
  const step = readVoiceStep(fields);
  if (!step) return unknownStep;
  const permit = await deciding.acquire(numberOf(fields) ?? '');
  try {
    return await decideStep(processing, step, key);
  } finally {
    deciding.release(permit);
  }
}

/** Answers a step of a call while a caller waits. */
async function answerStep(
  dependencies: StepDependencies,
  {
    webhook: { summary },
    fields,
    keep,
  }: { webhook: VerifiedWebhook; fields: TelephonyAFields; keep: KeepReceipt },
): Promise<WebhookAnswer> {
  const fallback = fallbackFor(fields);
  const { own, ...processing } = dependencies;
  const decide = async (): Promise<WebhookAnswer> => {
    const receipt = await keep();
    try {
      const { answer, progress } = await decideInTurn(processing, fields, summary.key);
      own.recordOutcome(receipt, progress);
      return answer ?? fallback;
    } catch (error) {
      own.handToConsumer(receipt);
      throw error;
    }
  };
  return orFallback(decide(), fallback);
}

/** Answers a text: HELP gets a reply in the same request. */
function answerText({ Body: text = '', From: from = '', To: to }: TelephonyAFields): WebhookAnswer {
  const help = helpText({ text, from, to });
  return help === null ? noInstructions : replyWith(help);
}

/**
 * Answers telephony-a. A step of a call gets instructions, and a repeat gets the same ones. While the database is
 * unavailable, the answer is a notice within a second. Any other webhook is acknowledged when it is stored.
 */
export function answerTelephonyA(
  processing: ProcessingDependencies,
  own: InProcessReceipts,
): Receiver['answer'] {
  return async (webhook, keep) => {
    const { summary, request, rawBody } = webhook;
    const fields = readFields(request, rawBody);
    if (summary.eventType === 'call.step')
      return answerStep({ ...processing, own }, { webhook, fields, keep });
    own.process(await keep());
    return summary.eventType === 'message.received' ? answerText(fields) : noInstructions;
  };
}
