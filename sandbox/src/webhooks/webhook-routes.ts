import express, { Router } from 'express';
import { z } from 'zod';
import type { WebhookConfig } from '../config.ts';
import { Problem } from '../http/problem.ts';
import {
  signIdentity,
  signPayments,
  signTelephonyA,
  signTelephonyB,
  type SignedWebhook,
  type SignEvent,
} from './sign.ts';

const signs = {
  'telephony-a': signTelephonyA,
  'telephony-b': signTelephonyB,
  payments: signPayments,
  identity: signIdentity,
} as const satisfies Record<string, SignEvent>;

const isProvider = (name: string): name is keyof typeof signs => Object.hasOwn(signs, name);

const ProviderEvent = z.record(z.string(), z.unknown());

/** Timeout for a stalled system, in milliseconds. A healthy one answers within a second. */
const timeoutMs = 15_000;

async function deliver(url: string, { path, headers, body }: SignedWebhook) {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(url + path, { method: 'POST', headers, body, signal, redirect: 'manual' });
    const { status, headers: answered } = response;
    return {
      status,
      contentType: answered.get('content-type'),
      correlationId: answered.get('x-correlation-id'),
      body: await response.text(),
    };
  } catch {
    throw new Problem(502, 'webhooks_unreachable', `The system does not answer at ${url}.`);
  }
}

/**
 * Plays the providers: signs an event as its provider does, sends it to the system and returns the answer.
 *
 * @param config null when the sandbox has no secrets to sign with
 */
export function createWebhookRoutes(config: WebhookConfig | null): Router {
  const router = Router();
  router.post('/webhooks/:provider', express.json(), async (request, response) => {
    const { provider } = request.params;
    if (!isProvider(provider)) throw new Problem(404, 'not_found', 'There is no such provider.');
    if (!config)
      throw new Problem(503, 'webhooks_not_configured', 'The sandbox has no secrets to sign with.');
    const webhook = signs[provider](config, ProviderEvent.parse(request.body ?? {}));
    const { path, body } = webhook;
    response.json({ webhook: { provider, path, body }, answer: await deliver(config.sendUrl, webhook) });
  });
  return router;
}
