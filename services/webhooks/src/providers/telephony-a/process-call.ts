import { RetryLater } from '@pas/platform/events/retry-later';
import { advanceCall, findCall, repeatOf } from '../../calls/advance-call.ts';
import { findNumber } from '../../calls/load-place.ts';
import type { Processed, Processing, Receipt } from '../../processing/receipt.ts';
import { readVoiceStatus, readVoiceStep, type VoiceStep } from './read-voice-step.ts';
import { readTelephonyA, type TelephonyAFields } from './read-webhook.ts';

const provider = 'telephony-a';

/** The request that brings a step may still be at work on it, in milliseconds. */
const answeringMs = 10_000;

/** A call may be recorded a moment after its first status has come, in milliseconds. */
const settlingMs = 5000;

const ageOf = ({ createdAt }: Receipt): number => Date.now() - createdAt.getTime();

const keyOf = ({ method, url, contentType, raw }: Receipt): string =>
  readTelephonyA({ method, url, headers: { 'content-type': contentType ?? undefined } }, raw).key;

/** Whether a step begins a call of a number that is known here. Every other step names a call that is stored before. */
const mayBegin = async (step: VoiceStep): Promise<boolean> =>
  step.kind === 'arrived' && (await findNumber(step.to)) !== null;

/**
 * Notes what became of a step of a call. The request that brings it does the work, because its answer is the instruction.
 * A step that was not answered with one is not made up for: the people at the phones have heard a notice since.
 *
 * @throws RetryLater while the request may be at work
 */
export async function settleStep(receipt: Receipt, fields: TelephonyAFields): Promise<Processed> {
  const step = readVoiceStep(fields);
  if (!step) return 'IGNORED';
  const call = await findCall({ provider, providerCallId: step.parent });
  if (call && (step.kind === 'arrived' || repeatOf(call, keyOf(receipt)))) return 'PROCESSED';
  if (!call && !(await mayBegin(step))) return 'IGNORED';
  if (ageOf(receipt) > answeringMs) return call ? 'PROCESSED' : 'IGNORED';
  throw new RetryLater('The step is being answered.', { afterMs: 2000 });
}

/**
 * Does what a status says of a call: that the visitor, or a resident, has hung up.
 *
 * @throws RetryLater while the call may not be recorded yet
 */
export async function noteVoiceStatus(
  processing: Processing,
  receipt: Receipt,
  fields: TelephonyAFields,
): Promise<Processed> {
  const status = readVoiceStatus(fields);
  if (!status) return 'IGNORED';
  const occasion = {
    provider,
    providerCallId: status.parent,
    key: receipt._id,
    receivedAt: receipt.createdAt,
  } as const;
  const reading = { events: status.events, verdict: null };
  if (await advanceCall(processing, occasion, async () => reading)) return 'PROCESSED';
  if (ageOf(receipt) > settlingMs) return 'IGNORED';
  throw new RetryLater('No call has this id yet.', { afterMs: 1000 });
}
