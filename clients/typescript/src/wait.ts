import type { AdminClient } from './admin-client.ts';
import type { components } from './generated/admin.ts';
import type { ResidentClient } from './resident-client.ts';
import { DeadlineError } from './runtime/errors.ts';
import { sleep } from './runtime/sleep.ts';

type Attempt = components['schemas']['UnlockAttempt'];
type Import = components['schemas']['Import'];

/** Options of a wait. */
export interface WaitOptions {
  /** Milliseconds; 30,000 for an attempt and 600,000 for an import by default. */
  timeoutMs?: number;
  signal?: AbortSignal;
}

const firstPauseMs = 200;
const maxPauseMs = 2000;

interface Poll<Row> {
  name: string;
  read: () => Promise<Row>;
  isFinal: (row: Row) => boolean;
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

/** Reads a row until it is final, with growing pauses. */
async function poll<Row>({ name, read, isFinal, timeoutMs, signal }: Poll<Row>): Promise<Row> {
  const endsAt = performance.now() + timeoutMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(maxPauseMs, pauseMs * 2)) {
    const row = await read();
    if (isFinal(row)) return row;
    if (performance.now() + pauseMs > endsAt)
      throw new DeadlineError(`${name} did not end within ${timeoutMs} ms`);
    await sleep(pauseMs, signal);
  }
}

/** Returns a function that reads an attempt. Residents can wait for its end at the service. */
function attemptReader(client: AdminClient | ResidentClient, id: string, signal?: AbortSignal) {
  const options = signal ? { signal } : {};
  if ('access' in client) return async () => client.access.attempts.get(id, { wait: 10 }, options);
  return async () => client.unlockAttempts.get(id, {}, options);
}

/**
 * Waits until the controller of a door has answered, or its time limit is reached.
 *
 * @throws DeadlineError for an attempt that is still pending
 */
export async function waitForAttempt(
  client: AdminClient | ResidentClient,
  attempt: string | { id: string },
  { timeoutMs = 30_000, signal }: WaitOptions = {},
): Promise<Attempt> {
  const id = typeof attempt === 'string' ? attempt : attempt.id;
  const read = attemptReader(client, id, signal);
  return poll({ name: id, read, isFinal: ({ status }) => status !== 'PENDING', timeoutMs, signal });
}

const inProgress: readonly string[] = ['VALIDATING', 'COMMITTING', 'REVERTING'] satisfies Import['status'][];

/**
 * Waits until an import is validated, committed or reverted, or has failed. Its `status` is the result.
 *
 * @throws DeadlineError for an import that is still in progress
 */
export async function waitForImport(
  client: AdminClient,
  started: string | { id: string },
  { timeoutMs = 600_000, signal }: WaitOptions = {},
): Promise<Import> {
  const id = typeof started === 'string' ? started : started.id;
  const read = async () => client.imports.get(id, {}, signal ? { signal } : {});
  return poll({ name: id, read, isFinal: ({ status }) => !inProgress.includes(status), timeoutMs, signal });
}
