import { createOutboundAgent } from '@pas/platform/outbound/outbound-agent';
import { findOutboundFault, type OutboundRules } from '@pas/platform/outbound/outbound-url';
import webPush, { type PushSubscription, type RequestDetails } from 'web-push';
import { callPushService, type ServiceAnswer } from './call-push-service.ts';
import { accepted, gone, unreachable } from './push-answers.ts';
import { kindOf, readError, webPushCode, webPushErrors } from './push-errors.ts';
import { maxAnswerBytes, requestTimeoutMs } from './push-limits.ts';
import type { PushAttempt, PushMessage, PushService } from './push-message.ts';

/** Credentials of this system at the push services of browsers (VAPID, RFC 8292). */
export interface WebPushSettings extends OutboundRules {
  /** Base64url. Browsers subscribe with it. */
  publicKey: string;
  privateKey: string;
  /** Contact for the push service: `mailto:` or https. */
  subject: string;
}

/** Maximum number of connections to a push service. */
const connectionsPerHost = 8;

/** Parses the stored subscription of a device. */
export const readSubscription = (address: string): PushSubscription =>
  JSON.parse(address) as PushSubscription;

/** @returns null for keys that do not allow encryption */
function encrypt(subscription: PushSubscription, message: PushMessage, settings: WebPushSettings) {
  const { id, kind, title, body, data, ttlSeconds } = message;
  const { subject, publicKey, privateKey } = settings;
  try {
    return webPush.generateRequestDetails(subscription, JSON.stringify({ ...data, id, kind, title, body }), {
      vapidDetails: { subject, publicKey, privateKey },
      TTL: ttlSeconds,
      urgency: 'high',
      topic: id,
      contentEncoding: 'aes128gcm',
    });
  } catch {
    return null;
  }
}

const headersOf = ({ headers }: RequestDetails): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

function readAnswer(answer: ServiceAnswer): PushAttempt {
  if (answer.status >= 200 && answer.status < 300) return accepted;
  const code = webPushCode(answer);
  return readError(kindOf(webPushErrors, code, answer.status), code, answer);
}

/**
 * Sends to the push services of browsers (RFC 8030), encrypted for the browser (RFC 8291). The address comes from the
 * browser. So each message checks it and the address to which its name resolves.
 */
export function createWebPush(settings: WebPushSettings): PushService {
  const agent = createOutboundAgent(settings, {
    timeoutMs: requestTimeoutMs,
    maxAnswerBytes,
    connectionsPerHost,
  });
  return {
    async send(address, message, signal) {
      const subscription = readSubscription(address);
      const { endpoint: url } = subscription;
      if (findOutboundFault(url, settings) !== null) return unreachable('closed_address');
      const details = encrypt(subscription, message, settings);
      if (!details) return gone;
      const request = { url, headers: headersOf(details), body: details.body ?? '', read: readAnswer };
      return callPushService(agent, request, signal);
    },
    close: () => agent.close(),
  };
}
