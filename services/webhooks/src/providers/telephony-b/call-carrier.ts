import { createHash } from 'node:crypto';
import { RetryLater } from '@pas/platform/events/retry-later';
import { readJson } from '@pas/platform/outbound/read-json';
import { z } from 'zod';

/** The account at telephony-b that commands calls. */
export interface CallCarrierSettings {
  /** The base of the REST API with its version, without a trailing slash. */
  apiUrl: string;
  apiKey: string;
  /** The application at the provider from which residents are rung; undefined where it needs none. */
  connectionId: string | undefined;
}

/** Gives commands to telephony-b. */
export interface CallCarrier {
  /**
   * Gives a command, once: the provider takes a repeat of a `commandId` for the same.
   *
   * @returns the provider's id of a leg that it began, null for other commands; `refused` where the call is over, or the
   *   number cannot be called
   * @throws RetryLater while the provider is away
   */
  command(path: string, body: Readonly<Record<string, unknown>>, commandId: string): Promise<string | null>;
  /**
   * Sends a text, once for a key. A number that takes no texts gets none.
   *
   * @throws RetryLater while the provider is away
   */
  sendText(message: { from: string; to: string; text: string }, key: string): Promise<void>;
  connectionId: string | undefined;
}

/** Thrown where the provider does not do a command: the call is over, or the number cannot be called. */
export class CommandRefused extends Error {}

/** How long the provider may take, in milliseconds. A visitor is waiting. */
const timeoutMs = 5000;

/** Answers are small; what is longer is not read. */
const maxAnswerBytes = 64 * 1024;

const Begun = z.object({ data: z.object({ call_control_id: z.string() }) });

/** The refusals that are about the call or the number, and not about us. */
const aboutCall: ReadonlySet<number> = new Set([400, 404, 409, 410, 422]);

/** The id of a command: the same for each repeat of the event that it answers. */
export const commandIdOf = (key: string, place: number): string =>
  createHash('sha256').update(`${key} ${place}`).digest('hex').slice(0, 32);

/** One request to the REST API. @throws CommandRefused for what is about the call or the number, RetryLater else */
async function post(url: string, headers: Readonly<Record<string, string>>, body: object): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'manual',
    });
  } catch (cause) {
    throw new RetryLater('telephony-b did not answer.', { cause });
  }
  const answer: unknown = await readJson(response, maxAnswerBytes).catch(() => null);
  if (response.ok) return answer;
  if (aboutCall.has(response.status)) throw new CommandRefused(`telephony-b answered ${response.status}.`);
  throw new RetryLater(`telephony-b answered ${response.status}.`, { afterMs: 1000 });
}

/** Opens the way to telephony-b's call commands. */
export function createCallCarrier({ apiUrl, apiKey, connectionId }: CallCarrierSettings): CallCarrier {
  const headers = { Authorization: `Bearer ${apiKey}` };
  return {
    connectionId,
    async command(path, body, commandId) {
      const answer = await post(`${apiUrl}${path}`, headers, { ...body, command_id: commandId });
      return Begun.safeParse(answer).data?.data.call_control_id ?? null;
    },
    async sendText(message, key) {
      try {
        await post(`${apiUrl}/messages`, { ...headers, 'Idempotency-Key': key }, message);
      } catch (error) {
        if (!(error instanceof CommandRefused)) throw error;
      }
    },
  };
}
