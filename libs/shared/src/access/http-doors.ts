import { createHmac } from 'node:crypto';
import { Agent, request } from 'undici';
import type { UnlockAttemptRow } from '../models/unlock-attempt.ts';
import { commandOf, readAnswer, traceHeaders } from './door-command.ts';
import { failedBy, type Outcome } from './end-attempt.ts';
import type { SendCommand } from './execute-attempt.ts';

/** Address of the controllers that are called over HTTP, and the secrets that authenticate the calls. */
export interface HttpDoorSettings {
  /**
   * The command of a door goes to `<baseUrl>/<ref>/unlock`. The operator configures it, and references contain no
   * character that changes the path. So it may be in a private network.
   */
  baseUrl: string;
  /** Newest first. Each of them signs, so that a controller may hold the new or the old secret. */
  secrets: readonly string[];
}

/** Limits of a call: the longest wait in milliseconds, and bytes of the answer. */
const [timeoutMs, maxAnswerBytes] = [10_000, 4096];

/** Failures of a call before anything of it was sent. */
const unsent: ReadonlySet<string> = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'UND_ERR_CONNECT_TIMEOUT',
]);

const isUnsent = (error: unknown): boolean => unsent.has((error as { code?: string } | null)?.code ?? '');

/**
 * Returns the signature headers of Standard Webhooks: HMAC-SHA-256 of id, time and body. The id is the attempt's; a
 * door opens once for it.
 */
export function signCommand(
  id: string,
  body: string,
  { secrets, at }: { secrets: readonly string[]; at: Date },
) {
  const timestamp = `${Math.floor(at.getTime() / 1000)}`;
  const signatures = secrets.map((secret) => {
    const digest = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64');
    return `v1,${digest}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

async function call(
  attempt: UnlockAttemptRow,
  { baseUrl, secrets }: HttpDoorSettings,
  dispatcher: Agent,
): Promise<Outcome> {
  const body = commandOf(attempt);
  const left = Math.max(0, attempt.expiresAt.getTime() - Date.now());
  const { statusCode, body: answer } = await request(`${baseUrl}/${attempt.controller.ref}/unlock`, {
    dispatcher,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...traceHeaders(),
      ...signCommand(attempt._id, body, { secrets, at: new Date() }),
    },
    body,
    signal: AbortSignal.timeout(left),
  });
  const text = await answer.text();
  return statusCode === 200 ? readAnswer(text, attempt._id) : failedBy('invalid_answer');
}

/** Commands doors over HTTP. Each attempt is one signed POST. It is never repeated and follows no redirect. */
export function httpDoors(settings: HttpDoorSettings): SendCommand {
  // Each waiting command has its own connection, so silent doors of a host delay no other door. `DoorCommands` limits
  // their number.
  const agent = new Agent({
    connect: { timeout: timeoutMs },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxResponseSize: maxAnswerBytes,
  });
  return async (attempt) => {
    try {
      return await call(attempt, settings, agent);
    } catch (error) {
      return failedBy(isUnsent(error) ? 'controller_offline' : 'timeout');
    }
  };
}
