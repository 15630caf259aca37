import { randomUUID } from 'node:crypto';
import { sendWebhook } from '@pas/testing/signed-webhooks/send-webhook';
import { signTelephonyA } from '@pas/testing/signed-webhooks/sign-webhook';
import { attribute, type Receiver } from '../calls/play-call.ts';
import type { House } from './make-houses.ts';
import type { PulseWatch } from './watch-pulses.ts';

/** Delays of a visit, in milliseconds. */
export interface Visit {
  /** From the visitor's digits until the provider rings the first phone. */
  ringMs: number;
  /** From the resident's 9 until the pulse of the door. */
  openMs: number;
}

/** Sends the callbacks of one call. */
function openLine({ url, publicUrl, token }: Receiver) {
  return async (address: string, fields: Record<string, string>): Promise<string> => {
    const path = address.replace(publicUrl, '');
    if (path === '') throw new Error('The last answer names no next address.');
    const signed = signTelephonyA({ token, publicUrl, path, fields: Object.entries(fields) });
    const { status, body } = await sendWebhook(url, signed);
    if (status !== 200) throw new Error(`${path} answered ${status}.`);
    return body;
  };
}

/**
 * Plays a visit by telephony-a: the visitor keys in a unit, its resident picks up and presses 9.
 *
 * @throws Error for an answer that rings no phone, and for any status but 200
 */
export async function playVisit(at: Receiver, house: House, pulses: PulseWatch): Promise<Visit> {
  const send = openLine(at);
  const sid = `CA${randomUUID().replaceAll('-', '')}`;
  const own = { CallSid: sid, From: '+12025550123', To: house.number };
  const onCall = { ...own, CallStatus: 'in-progress' };
  const prompt = await send('/telephony-a/voice', { ...own, CallStatus: 'ringing' });
  const keyedIn = performance.now();
  const dial = await send(attribute(prompt, 'action'), { ...onCall, Digits: house.digits });
  const ringMs = performance.now() - keyedIn;
  if (!dial.includes(house.phone)) throw new Error(`The digits rang no phone: ${dial}`);
  const leg = { CallSid: `${sid}-1`, ParentCallSid: sid, To: house.phone, CallStatus: 'in-progress' };
  const offer = await send(attribute(dial, 'url'), leg);
  const pulse = pulses.next(house.ref);
  const pressed = performance.now();
  const [openedAt] = await Promise.all([pulse, send(attribute(offer, 'action'), { ...leg, Digits: '9' })]);
  await send(attribute(dial, 'action'), { ...onCall, DialCallStatus: 'completed' });
  const over = { CallSid: sid, CallStatus: 'completed', CallDuration: '30', SequenceNumber: '9' };
  await send('/telephony-a/voice/status', over);
  return { ringMs, openMs: openedAt - pressed };
}
