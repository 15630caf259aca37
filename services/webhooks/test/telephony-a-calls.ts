import { signTelephonyA, type SentWebhook } from '@pas/testing/signed-webhooks/sign-webhook';
import type { WebhookAnswer } from '@pas/testing/signed-webhooks/send-webhook';
import { expect } from 'vitest';
import { newCallSid, nextPhone, type Building } from './calls-support.ts';
import { publicUrl } from './webhooks-harness.ts';

type Fields = Record<string, string>;

/** Reads an attribute of an answer; empty for a missing one. */
export const attribute = (xml: string, name: string): string =>
  new RegExp(` ${name}="([^"]*)"`).exec(xml)?.[1] ?? '';

/** Reads the address to which an answer redirects the provider. */
const redirectIn = (xml: string): string => /<Redirect[^>]*>([^<]*)</.exec(xml)?.[1] ?? '';

/** Reads the numbers that an answer rings. */
export const numbersIn = (xml: string): string[] =>
  [...xml.matchAll(/<Number[^>]*>([^<]*)</g)].map(([, to = '']) => to);

/** Plays telephony-a: signs the steps of calls and follows the answers. */
export function playTelephonyA(token: string, send: (webhook: SentWebhook) => Promise<WebhookAnswer>) {
  /** Sends a step of a call. The path may be an address of an earlier answer. */
  async function step(path: string, fields: Fields): Promise<string> {
    const ownPath = path.replace(publicUrl, '').replaceAll('&amp;', '&');
    const { status, body } = await send(
      signTelephonyA({ token, publicUrl, path: ownPath, fields: Object.entries(fields) }),
    );
    expect(status).toBe(200);
    return body;
  }

  /** Returns a visitor's call, as telephony-a sends it. */
  function visit({ number }: Pick<Building, 'number'>, from = nextPhone()) {
    const sid = newCallSid();
    const own = { CallSid: sid, From: from, To: number };
    const legOf = (to: string) => ({ CallSid: `${sid}-${to}`, ParentCallSid: sid, From: number, To: to });
    return {
      sid,
      from,
      own,
      arrive: () => step('/telephony-a/voice', { ...own, CallStatus: 'ringing', Direction: 'inbound' }),
      pickUp: (dial: string, to: string) =>
        step(attribute(dial, 'url'), { ...legOf(to), CallStatus: 'in-progress' }),
      press: (offer: string, to: string, Digits: string) =>
        step(attribute(offer, 'action'), { ...legOf(to), CallStatus: 'in-progress', Digits }),
      dialEnded: (dial: string, DialCallStatus: string) =>
        step(attribute(dial, 'action'), { ...own, CallStatus: 'in-progress', DialCallStatus }),
      waited: (pause: string) => step(redirectIn(pause), { ...own, CallStatus: 'in-progress' }),
      enter: (gather: string, Digits: string) =>
        step(attribute(gather, 'action'), { ...own, CallStatus: 'in-progress', Digits }),
      hangUp: () =>
        step('/telephony-a/voice/status', {
          CallSid: sid,
          CallStatus: 'completed',
          CallDuration: '9',
          SequenceNumber: '4',
        }),
    };
  }
  return { step, visit };
}
