import { setTimeout as delay } from 'node:timers/promises';
import express from 'express';
import type { Request, Response, Router } from 'express';
import { z } from 'zod';
import type { TelephonyConfig } from '../config.ts';
import { isSame } from './credentials.ts';
import type { TextRules } from './text-behaviour.ts';
import type { Text, TextStore } from './text-store.ts';

export interface ProviderParts {
  readonly texts: TextStore;
  readonly rules: TextRules;
  readonly config: TelephonyConfig;
}

const e164 = /^\+[1-9]\d{6,14}$/;

/** Refusals in the format of a provider. */
interface Refusals {
  unauthorized(response: Response): void;
  refuse(response: Response, kind: 'invalid' | 'opted-out' | 'refuse'): void;
  accept(response: Response, text: Text): void;
}

const codesOfA = { invalid: 21_211, 'opted-out': 21_610, refuse: 30_007 } as const;
const codesOfB = { invalid: '40310', 'opted-out': '40300', refuse: '40002' } as const;

const answersOfA: Refusals = {
  unauthorized: (response) =>
    void response.status(401).json({ code: 20_003, message: 'Authenticate', status: 401 }),
  refuse: (response, kind) =>
    void response
      .status(400)
      .json({ code: codesOfA[kind], message: `The text is refused: ${kind}`, status: 400 }),
  accept: (response, { id, from, to, text }) =>
    void response.status(201).json({ sid: id, status: 'queued', from, to, body: text, error_code: null }),
};

const answersOfB: Refusals = {
  unauthorized: (response) =>
    void response.status(401).json({ errors: [{ code: '10009', title: 'Authentication failed' }] }),
  refuse: (response, kind) =>
    void response
      .status(400)
      .json({ errors: [{ code: codesOfB[kind], title: `The text is refused: ${kind}` }] }),
  accept: (response, { id, from, to, text }) =>
    void response.json({
      data: {
        id,
        record_type: 'message',
        from: { phone_number: from },
        to: [{ phone_number: to, status: 'queued' }],
        text,
      },
    }),
};

type TextInput = Pick<Text, 'provider' | 'from' | 'to' | 'text'>;

/** Handles a text message as a provider does, or by the matching rule. */
async function take(
  { texts, rules }: ProviderParts,
  { request, response, answers }: { request: Request; response: Response; answers: Refusals },
  text: TextInput,
): Promise<void> {
  const { behaviour, delayMs, retryAfter } = rules.for(text.to);
  if (behaviour === 'fail') return void response.status(500).json({ message: 'Internal error' });
  if (behaviour === 'busy') {
    return void response
      .status(429)
      .set('Retry-After', String(retryAfter))
      .json({ message: 'Too many requests' });
  }
  if (behaviour === 'refuse' || behaviour === 'opted-out') return answers.refuse(response, behaviour);
  if (behaviour === 'invalid' || !e164.test(text.to)) return answers.refuse(response, 'invalid');
  const kept = texts.add(text, request.get('idempotency-key'));
  if (behaviour === 'lost') return void request.socket.destroy();
  if (behaviour === 'slow') await delay(delayMs);
  return answers.accept(response, kept);
}

const TextOfA = z.object({ To: z.string(), From: z.string().regex(e164), Body: z.string().min(1).max(1600) });
const TextOfB = z.object({ to: z.string(), from: z.string().regex(e164), text: z.string().min(1).max(1600) });

/** Routes of both telephony providers for sending text messages. They check credentials as the providers do. */
export function createProviderRoutes(parts: ProviderParts): Router {
  const { accountId, apiSecret, apiKey } = parts.config;
  const basic = `Basic ${Buffer.from(`${accountId}:${apiSecret}`).toString('base64')}`;
  const router = express.Router();
  router.post(
    '/telephony-a/v1/Accounts/:account/Messages.json',
    express.urlencoded({ extended: false }),
    async (request, response) => {
      const isOurs = request.params.account === accountId && isSame(request.get('authorization'), basic);
      if (!isOurs) return answersOfA.unauthorized(response);
      const sent = TextOfA.safeParse(request.body);
      if (!sent.success) return answersOfA.refuse(response, 'refuse');
      const { To: to, From: from, Body: text } = sent.data;
      const exchange = { request, response, answers: answersOfA };
      return take(parts, exchange, { provider: 'telephony-a', from, to, text });
    },
  );
  router.post('/telephony-b/v2/messages', express.json(), async (request, response) => {
    if (!isSame(request.get('authorization'), `Bearer ${apiKey}`)) return answersOfB.unauthorized(response);
    const sent = TextOfB.safeParse(request.body);
    if (!sent.success) return answersOfB.refuse(response, 'refuse');
    return take(parts, { request, response, answers: answersOfB }, { provider: 'telephony-b', ...sent.data });
  });
  return router;
}
