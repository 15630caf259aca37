import { RetryLater } from '@pas/platform/events/retry-later';
import { messagesIn } from '@pas/shared/messages/messages-in';
import { advanceCall, type ReadEvents } from '../../calls/advance-call.ts';
import { beginCall } from '../../calls/begin-call.ts';
import type { CallDecision } from '../../calls/led-call.ts';
import type { CallEventRef } from '../../calls/call-event-ref.ts';
import { languageOfNumber } from '../../calls/number-language.ts';
import { voiceOf } from '../../calls/spoken-words.ts';
import type { ReceiptOutcome, ProcessingDependencies, Receipt } from '../../processing/receipt.ts';
import { CommandRefused, commandIdOf, type CallCarrier } from './call-carrier.ts';
import { callIdOf, clientStateOf, type PayloadOfB } from './call-event.schema.ts';
import { eventsOfB } from './read-call-event.ts';
import { sendCommands } from './send-commands.ts';

/** An event of telephony-b about a call. */
interface EventOfB {
  type: string;
  payload: PayloadOfB;
}

/** Maximum wait of an event for the first event of its call, in milliseconds. */
const maxWaitMs = 10_000;

/** The state of commands for a number without a tenant. */
const unknownNumber = clientStateOf('number not in service');

/** Sends a command for the visitor's phone that changes no state here. */
async function sendCallCommand(
  carrier: CallCarrier,
  { payload, action, key }: { payload: PayloadOfB; action: string; key: string },
  body: Record<string, unknown>,
): Promise<void> {
  const path = `/calls/${encodeURIComponent(payload.call_control_id)}/actions/${action}`;
  try {
    await carrier.command(path, body, commandIdOf(key, 0));
  } catch (error) {
    if (!(error instanceof CommandRefused)) throw error;
  }
}

/** Plays a notice to a caller of a number without a tenant, then hangs up. It stores no call. */
async function rejectUnknownNumber(
  carrier: CallCarrier,
  { type, payload }: EventOfB,
  key: string,
): Promise<ReceiptOutcome> {
  const client = { client_state: unknownNumber };
  const language = languageOfNumber(payload.to ?? undefined);
  const notice = {
    ...client,
    payload: messagesIn(language).voice.notInService,
    language: voiceOf(language),
    voice: 'female',
  };
  if (type === 'call.initiated') await sendCallCommand(carrier, { payload, action: 'answer', key }, client);
  if (type === 'call.answered') await sendCallCommand(carrier, { payload, action: 'speak', key }, notice);
  if (type === 'call.speak.ended') await sendCallCommand(carrier, { payload, action: 'hangup', key }, client);
  return 'IGNORED';
}

/** Records an incoming call and answers it. The first commands follow when the phone is connected. */
async function answerNewCall(
  processing: ProcessingDependencies,
  carrier: CallCarrier,
  { eventRef, event }: { eventRef: CallEventRef; event: EventOfB },
): Promise<ReceiptOutcome> {
  const { from, to } = event.payload;
  const decided = await beginCall(processing, { ...eventRef, from: from ?? '', to: to ?? '' });
  if (!decided) return rejectUnknownNumber(carrier, event, eventRef.key);
  if (decided.call.outcome === 'ABANDONED') return 'PROCESSED';
  const client = { client_state: clientStateOf(decided.call._id) };
  await sendCallCommand(carrier, { payload: event.payload, action: 'answer', key: eventRef.key }, client);
  return 'PROCESSED';
}

const readFailedLegs =
  (legs: readonly number[]): ReadEvents =>
  async () => ({
    events: legs.map((leg) => ({ kind: 'leg_ended', leg, status: 'FAILED' })),
    verdict: null,
    endsSteps: true,
  });

/** Sends the commands. If a leg cannot be called, the call continues without it. */
async function executeCommands(
  processing: ProcessingDependencies,
  carrier: CallCarrier,
  { eventRef, decided }: { eventRef: CallEventRef; decided: CallDecision },
): Promise<void> {
  const failed = await sendCommands(carrier, decided, eventRef.key);
  if (failed.length === 0) return;
  const next = { ...eventRef, key: `${eventRef.key} ${failed.join(',')}` };
  const continuation = await advanceCall(processing, next, readFailedLegs(failed));
  if (continuation) await executeCommands(processing, carrier, { eventRef: next, decided: continuation });
}

/**
 * Applies an event of telephony-b to a call. The decision is stored first, then the commands are sent. A crash in
 * between repeats the event, and the provider deduplicates the commands.
 *
 * @throws RetryLater while the provider is unavailable, or before the first event of the call is processed
 */
export async function processCallOfB(
  processing: ProcessingDependencies,
  receipt: Receipt,
  event: EventOfB,
): Promise<ReceiptOutcome> {
  const { payload, type } = event;
  const { carrier } = processing;
  if (carrier === null) return 'IGNORED';
  const eventRef = {
    provider: 'telephony-b',
    providerCallId: payload.call_control_id,
    callId: callIdOf(payload),
    key: receipt._id,
    receivedAt: receipt.createdAt,
  } as const;
  if (payload.client_state === unknownNumber) return rejectUnknownNumber(carrier, event, receipt._id);
  if (type === 'call.initiated' && payload.direction === 'incoming' && eventRef.callId === null)
    return answerNewCall(processing, carrier, { eventRef, event });
  const decided = await advanceCall(processing, eventRef, eventsOfB(processing, event));
  if (decided) {
    await executeCommands(processing, carrier, { eventRef, decided });
    return 'PROCESSED';
  }
  if (Date.now() - receipt.createdAt.getTime() > maxWaitMs) return 'IGNORED';
  throw new RetryLater('No call has this id yet.', { afterMs: 1000 });
}
