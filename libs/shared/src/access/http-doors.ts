import { createHmac } from 'node:crypto';
import { Agent, request } from 'undici';
import type { UnlockAttemptRow } from '../models/unlock-attempt.ts';
import { commandOf, readAnswer } from './door-command.ts';
import type { SendCommand } from './door-commands.ts';
import { failedBy, type Outcome } from './end-attempt.ts';

/** Where controllers are called over HTTP, and how they know that this system calls. */
export interface HttpDoorSettings {
  /**
   * The command of a door goes to `<baseUrl>/<ref>/unlock`. The operator of this system names it, and a reference has no
   * character that could lead elsewhere, so it may be in a private network.
   */
  baseUrl: string;
  /** Newest first. Each signs, so that a controller may know the new one or the old one. */
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
 * The headers that prove a command, as Standard Webhooks has them: HMAC-SHA-256 of id, time and body. The id is that of
 * the attempt, for which a door opens once.
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
      ...signCommand(attempt._id, body, { secrets, at: new Date() }),
    },
    body,
    signal: AbortSignal.timeout(left),
  });
  const text = await answer.text();
  return statusCode === 200 ? readAnswer(text, attempt._id) : failedBy('invalid_answer');
}

/**
 * Commands the doors whose controllers are called over HTTP: one signed POST for an attempt, which is never repeated and
 * follows no redirect.
 */
export function httpDoors(settings: HttpDoorSettings): SendCommand {
  // As many connections as commands wait, which `DoorCommands` bounds: silent doors of one host hold up no other.
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
