import { randomUUID, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import { Agent } from 'undici';
import { z } from 'zod';
import { callPushService, type ServiceAnswer } from './call-push-service.ts';
import { keepToken } from './keep-token.ts';
import { accepted } from './push-answers.ts';
import { apnsErrors, kindOf, readError } from './push-errors.ts';
import { connectionsPerService, maxAnswerBytes } from './push-limits.ts';
import type { PushAttempt, PushMessage, PushService } from './push-message.ts';

/** Access to APNs with provider tokens. */
export interface ApnsSettings {
  /** Without a trailing slash. */
  apiUrl: string;
  keyId: string;
  teamId: string;
  /** The bundle id of the app. */
  topic: string;
  /** P-256. */
  privateKey: KeyObject;
}

/** APNs refuses tokens older than an hour, and more than one new token in 20 minutes. */
const tokenUsedForMs = 40 * 60_000;

/** `timestamp`, in milliseconds since the epoch, is the time at which APNs last found the token invalid. */
const Refusal = z.object({ reason: z.string(), timestamp: z.number().optional().catch(undefined) });

const present = ({ id, kind, title, body, data }: PushMessage): string =>
  JSON.stringify({
    ...data,
    id,
    kind,
    aps: { alert: { title, body }, sound: 'default', 'interruption-level': 'time-sensitive' },
  });

function headersOf({ id, ttlSeconds }: PushMessage, { topic }: ApnsSettings): Record<string, string> {
  return {
    'content-type': 'application/json',
    'apns-topic': topic,
    'apns-push-type': 'alert',
    'apns-priority': '10',
    'apns-expiration': String(Math.floor(Date.now() / 1000) + ttlSeconds),
    'apns-collapse-id': id,
    'apns-id': randomUUID(),
  };
}

/** @param renew drops the provider token that APNs finds too old */
function readAnswer(answer: ServiceAnswer, renew: () => void): PushAttempt {
  if (answer.status === 200) return accepted;
  const { reason, timestamp } = Refusal.safeParse(answer.body).data ?? {};
  const code = reason ?? (answer.status === 410 ? 'Unregistered' : String(answer.status));
  const kind = kindOf(apnsErrors, code, answer.status);
  if (kind === 'expired') renew();
  const attempt = readError(kind, code, answer);
  return kind === 'ended' && timestamp !== undefined ? { ...attempt, goneAt: new Date(timestamp) } : attempt;
}

/** Opens APNs over HTTP/2, with a provider token (ES256) that is renewed every 40 minutes. */
export function createApns(settings: ApnsSettings): PushService {
  const { apiUrl, keyId, teamId, privateKey } = settings;
  const agent = new Agent({
    allowH2: true,
    connections: connectionsPerService,
    maxResponseSize: maxAnswerBytes,
    // Idle connections stay open, because opening one costs more than a message.
    keepAliveTimeout: 10 * 60_000,
  });
  const access = keepToken(async () => ({
    token: await new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: keyId })
      .setIssuer(teamId)
      .setIssuedAt()
      .sign(privateKey),
    usedForMs: tokenUsedForMs,
  }));
  return {
    async send(address, message, signal) {
      const token = await access.get();
      const headers = { ...headersOf(message, settings), authorization: `bearer ${token}` };
      const url = `${apiUrl}/3/device/${encodeURIComponent(address)}`;
      const read = (answer: ServiceAnswer): PushAttempt => readAnswer(answer, () => access.forget(token));
      return callPushService(agent, { url, headers, body: present(message), read }, signal);
    },
    close: () => agent.close(),
  };
}
