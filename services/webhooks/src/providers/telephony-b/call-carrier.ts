import { createHash } from 'node:crypto';
import { RetryLater } from '@pas/platform/events/retry-later';
import { readJson } from '@pas/platform/outbound/read-json';
import { z } from 'zod';

/** The account at telephony-b that commands calls. */
export interface CallCarrierSettings {
  /** The base of the REST API with its version, without a trailing slash. */
  apiUrl: string;
  apiKey: string;
  /** The application at the provider that rings residents; undefined if the account needs none. */
  connectionId: string | undefined;
}

/** The client for commands of telephony-b. */
export interface CallCarrier {
  /**
   * Sends a command. The provider deduplicates by `commandId`.
   *
   * @returns the provider's id of a new leg; null for other commands
   * @throws CommandRefused for an ended call or an uncallable number, RetryLater while the provider is unavailable
   */
  command(path: string, body: Readonly<Record<string, unknown>>, commandId: string): Promise<string | null>;
  /**
   * Sends a text once for a key. Refused numbers are ignored.
   *
   * @throws RetryLater while the provider is unavailable
   */
  sendText(message: { from: string; to: string; text: string }, key: string): Promise<void>;
  connectionId: string | undefined;
}

/** The provider refuses a command: the call has ended, or the number cannot be called. */
export class CommandRefused extends Error {}

/** The time-out of the provider in milliseconds, while a visitor waits. */
const timeoutMs = 5000;

/** The longest answer that is read, in bytes. */
const maxAnswerBytes = 64 * 1024;

const NewLeg = z.object({ data: z.object({ call_control_id: z.string() }) });

/** The statuses of refusals that concern the call or the number. */
const refusalStatuses: ReadonlySet<number> = new Set([400, 404, 409, 410, 422]);

/** Returns the id of a command. It is the same for each repeat of the event. */
export const commandIdOf = (key: string, index: number): string =>
  createHash('sha256').update(`${key} ${index}`).digest('hex').slice(0, 32);

/** Sends a request to the REST API. @throws CommandRefused for refusals of the call or the number, otherwise RetryLater */
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
  if (refusalStatuses.has(response.status))
    throw new CommandRefused(`telephony-b answered ${response.status}.`);
  throw new RetryLater(`telephony-b answered ${response.status}.`, { afterMs: 1000 });
}

/** Creates the client for telephony-b's call commands. */
export function createCallCarrier({ apiUrl, apiKey, connectionId }: CallCarrierSettings): CallCarrier {
  const headers = { Authorization: `Bearer ${apiKey}` };
  return {
    connectionId,
    async command(path, body, commandId) {
      const answer = await post(`${apiUrl}${path}`, headers, { ...body, command_id: commandId });
      return NewLeg.safeParse(answer).data?.data.call_control_id ?? null;
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
