import { randomUUID } from 'node:crypto';
import { sendWebhook } from '@pas/testing/signed-webhooks/send-webhook';
import { signTelephonyA } from '@pas/testing/signed-webhooks/sign-webhook';
import type { Home } from './building.ts';

/** The callbacks of a call whose second resident opens the door, in their order. */
export const callbacks = [
  'call',
  'first rings in vain',
  'second picks up',
  'second presses 9',
  'legs are over',
  'visitor hangs up',
] as const;
export type Callback = (typeof callbacks)[number];

/** One callback and its answer. */
export interface CallbackAnswer {
  callback: Callback;
  status: number;
  ms: number;
}

/** Receiver of the callbacks of telephony-a. */
export interface Receiver {
  url: string;
  /** The address that the provider signs. */
  publicUrl: string;
  token: string;
}

/** Reads the first attribute of a name in an XML answer; empty without one. */
export const attribute = (xml: string, name: string): string =>
  new RegExp(` ${name}="([^"]*)"`).exec(xml)?.[1]?.replaceAll('&amp;', '&') ?? '';

/**
 * Plays a whole call by telephony-a: the first resident does not answer, the second opens the door.
 *
 * @throws Error if an answer names no next address
 */
export async function playCall(
  { url, publicUrl, token }: Receiver,
  { number, phones }: Home,
): Promise<CallbackAnswer[]> {
  const [, second] = phones;
  const sid = `CA${randomUUID().replaceAll('-', '')}`;
  const own = { CallSid: sid, From: '+12025550123', To: number };
  const answered: CallbackAnswer[] = [];
  const step = async (callback: Callback, path: string, fields: Record<string, string>): Promise<string> => {
    const ownPath = path.replace(publicUrl, '');
    if (ownPath === '') throw new Error(`“${callback}” has no address: the last answer names none.`);
    const signed = signTelephonyA({ token, publicUrl, path: ownPath, fields: Object.entries(fields) });
    const start = performance.now();
    const { status, body } = await sendWebhook(url, signed);
    answered.push({ callback, status, ms: performance.now() - start });
    return body;
  };
  const leg = { CallSid: `${sid}-2`, ParentCallSid: sid, To: second, CallStatus: 'in-progress' };
  const dial = await step('call', '/telephony-a/voice', { ...own, CallStatus: 'ringing' });
  const onCall = { ...own, CallStatus: 'in-progress' };
  const next = await step('first rings in vain', attribute(dial, 'action'), {
    ...onCall,
    DialCallStatus: 'no-answer',
  });
  const offer = await step('second picks up', attribute(next, 'url'), leg);
  await step('second presses 9', attribute(offer, 'action'), { ...leg, Digits: '9' });
  await step('legs are over', attribute(next, 'action'), { ...onCall, DialCallStatus: 'completed' });
  const over = { CallSid: sid, CallStatus: 'completed', CallDuration: '30', SequenceNumber: '9' };
  await step('visitor hangs up', '/telephony-a/voice/status', over);
  return answered;
}
