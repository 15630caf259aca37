import type { KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import { Agent } from 'undici';
import { z } from 'zod';
import { callPushService, post, type ServiceAnswer } from './call-push-service.ts';
import { keepToken } from './keep-token.ts';
import { accepted, tryAgain, unreachable } from './push-answers.ts';
import { fcmErrors, kindOf, readError } from './push-errors.ts';
import { fcmConnections, maxAnswerBytes, requestTimeoutMs } from './push-limits.ts';
import type { PushAttempt, PushMessage, PushService } from './push-message.ts';

/** Access to FCM's HTTP v1 API. */
export interface FcmSettings {
  /** Without a trailing slash. */
  apiUrl: string;
  account: { projectId: string; clientEmail: string; privateKey: KeyObject; tokenUrl: string };
}

const scope = 'https://www.googleapis.com/auth/firebase.messaging';

const AccessToken = z.object({ access_token: z.string().min(1), expires_in: z.number().default(3600) });

/** The error of a token service (RFC 6749, section 5.2). */
const TokenRefusal = z.object({ error: z.string() }).catch({ error: 'invalid_grant' });

/** Error for a service account that FCM's token service does not accept. */
class RefusedAccount extends Error {
  readonly code: string;

  constructor(code: string) {
    super(`FCM’s token service refuses the service account: ${code}.`);
    this.name = 'RefusedAccount';
    this.code = code;
  }
}

const Refusal = z.object({
  error: z.object({
    message: z.string().default(''),
    status: z.string().optional(),
    details: z
      .array(
        z.object({
          errorCode: z.string().optional(),
          fieldViolations: z.array(z.object({ field: z.string() })).optional(),
        }),
      )
      .default([]),
  }),
});

/** Formats the message for the API. It reaches Android, iOS and browsers. */
function present(token: string, { id, kind, title, body, data, ttlSeconds }: PushMessage): string {
  const expiresAt = Math.floor(Date.now() / 1000) + ttlSeconds;
  return JSON.stringify({
    message: {
      token,
      notification: { title, body },
      data: { ...data, id, kind },
      android: { priority: 'HIGH', ttl: `${ttlSeconds}s`, collapse_key: id },
      apns: {
        headers: {
          'apns-priority': '10',
          'apns-expiration': String(expiresAt),
          'apns-collapse-id': id,
        },
        payload: { aps: { sound: 'default' } },
      },
      webpush: { headers: { TTL: String(ttlSeconds), Urgency: 'high', Topic: id } },
    },
  });
}

type RefusalBody = z.output<typeof Refusal>['error'];

/** Whether an invalid argument is the token: the answer names its field, or its message names the token alone. */
function isTokenMalformed({ details, message }: RefusalBody): boolean {
  const fields = details.flatMap(({ fieldViolations }) => fieldViolations ?? []);
  if (fields.length > 0) return fields.some(({ field }) => field === 'message.token');
  return (
    details.some(({ errorCode }) => errorCode === 'INVALID_ARGUMENT') && /registration token/i.test(message)
  );
}

/**
 * Reads an answer. A token is gone only if the API reports it, because a 404 may concern the project.
 *
 * @param renew drops the access token that the API finds too old
 */
function readAnswer(answer: ServiceAnswer, renew: () => void): PushAttempt {
  if (answer.status < 300) return accepted;
  const error = Refusal.safeParse(answer.body).data?.error;
  const errorCode = error?.details.find((detail) => detail.errorCode !== undefined)?.errorCode;
  const usual = answer.status === 401 ? 'UNAUTHENTICATED' : String(answer.status);
  const code = errorCode ?? error?.status ?? usual;
  const kind = error && isTokenMalformed(error) ? 'ended' : kindOf(fcmErrors, code, answer.status);
  if (kind === 'expired') renew();
  return readError(kind, code, answer);
}

/** Asks for an access token by a JWT of the service account (RFC 7523). */
function createAccess(agent: Agent, { account }: FcmSettings) {
  const { clientEmail, privateKey, tokenUrl } = account;
  return keepToken(async () => {
    const assertion = await new SignJWT({ scope })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(clientEmail)
      .setAudience(tokenUrl)
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(privateKey);
    const grant = { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion };
    const request = {
      url: tokenUrl,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(grant).toString(),
    };
    // A separate time limit, because the first of many waiting messages may have little time left.
    const { status, body } = await post(agent, request, AbortSignal.timeout(requestTimeoutMs));
    const { data } = AccessToken.safeParse(body);
    if (!data && [400, 401, 403].includes(status)) throw new RefusedAccount(TokenRefusal.parse(body).error);
    if (!data) throw new Error(`FCM’s token service answered ${status} without a token.`);
    return { token: data.access_token, usedForMs: Math.max(0, data.expires_in - 60) * 1000 };
  });
}

/** Opens FCM. */
export function createFcm(settings: FcmSettings): PushService {
  const { apiUrl, account } = settings;
  const agent = new Agent({ connections: fcmConnections, maxResponseSize: maxAnswerBytes });
  const access = createAccess(agent, settings);
  const url = `${apiUrl}/v1/projects/${encodeURIComponent(account.projectId)}/messages:send`;
  return {
    async send(address, message, signal) {
      let token: string;
      try {
        token = await access.get();
      } catch (error) {
        if (error instanceof RefusedAccount) return { ...unreachable('refused'), code: error.code };
        return tryAgain('unavailable');
      }
      signal.throwIfAborted();
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const read = (answer: ServiceAnswer): PushAttempt => readAnswer(answer, () => access.forget(token));
      return callPushService(agent, { url, headers, body: present(address, message), read }, signal);
    },
    close: () => agent.close(),
  };
}
