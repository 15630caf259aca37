import { RetryLater } from '@pas/platform/events/retry-later';
import { advanceCall, findCall, repeatOf } from '../../calls/advance-call.ts';
import { findNumber } from '../../calls/find-number.ts';
import type { ReceiptOutcome, ProcessingDependencies, Receipt } from '../../processing/receipt.ts';
import { readVoiceStatus, readVoiceStep, type VoiceStep } from './read-voice-step.ts';
import { readTelephonyA, type TelephonyAFields } from './read-webhook.ts';

const provider = 'telephony-a';

/** The time in which the request of a step may still process it, in milliseconds. */
const requestMs = 10_000;

/** The time in which a call may be recorded after its first status, in milliseconds. */
const maxWaitMs = 5000;

const ageOf = ({ createdAt }: Receipt): number => Date.now() - createdAt.getTime();

const keyOf = ({ method, url, contentType, raw }: Receipt): string =>
  readTelephonyA({ method, url, headers: { 'content-type': contentType ?? undefined } }, raw).key;

/** Whether a step begins a call to a known number. Every other step names a stored call. */
const mayBegin = async (step: VoiceStep): Promise<boolean> =>
  step.kind === 'arrived' && (await findNumber(step.to)) !== null;

/**
 * Finds the outcome of a step of a call. Only its request can execute it, because its answer contains the instructions.
 * A step without instructions is not repeated, because its callers have heard a notice since.
 *
 * @throws RetryLater while the request may still run
 */
export async function findStepOutcome(receipt: Receipt, fields: TelephonyAFields): Promise<ReceiptOutcome> {
  const step = readVoiceStep(fields);
  if (!step) return 'IGNORED';
  const call = await findCall({ provider, providerCallId: step.parent });
  if (call && (step.kind === 'arrived' || repeatOf(call, keyOf(receipt)))) return 'PROCESSED';
  if (!call && !(await mayBegin(step))) return 'IGNORED';
  if (ageOf(receipt) > requestMs) return call ? 'PROCESSED' : 'IGNORED';
  throw new RetryLater('The step is being answered.', { afterMs: 2000 });
}

/**
 * Applies a call-status callback: the visitor or a resident has hung up.
 *
 * @throws RetryLater while the call may not be recorded yet
 */
export async function applyVoiceStatus(
  processing: ProcessingDependencies,
  receipt: Receipt,
  fields: TelephonyAFields,
): Promise<ReceiptOutcome> {
  const status = readVoiceStatus(fields);
  if (!status) return 'IGNORED';
  const eventRef = {
    provider,
    providerCallId: status.parent,
    key: receipt._id,
    receivedAt: receipt.createdAt,
  } as const;
  const reading = { events: status.events, verdict: null };
  if (await advanceCall(processing, eventRef, async () => reading)) return 'PROCESSED';
  if (ageOf(receipt) > maxWaitMs) return 'IGNORED';
  throw new RetryLater('No call has this id yet.', { afterMs: 1000 });
}
