import { setTimeout as pause } from 'node:timers/promises';

/** Polling interval in milliseconds, long enough because many processes start at once. */
const pollMs = 150;

/**
 * Timeout in milliseconds. A slow machine needs minutes to set up the databases, for which all services wait. A process
 * that ends by itself fails the start immediately, and the console names the awaited processes.
 */
const timeoutMs = 600_000;

/**
 * Grace period in milliseconds for `degraded`, which means that a neighbour is missing. It is usual while all processes
 * start. After this time, a degraded process counts as ready.
 */
const degradedGraceMs = 15_000;

interface Answer {
  status: string;
  checks?: Record<string, { status?: string; message?: string } | string>;
}

async function askReadiness(url: string): Promise<Answer | null> {
  try {
    const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5000) });
    return (await response.json()) as Answer;
  } catch {
    return null;
  }
}

function describe(answer: Answer | null): string {
  if (!answer) return 'it does not answer';
  const failed = Object.entries(answer.checks ?? {}).flatMap(([name, check]) =>
    typeof check === 'object' && check.status === 'down' ? [`${name} ${check.message ?? 'is down'}`] : [],
  );
  return `it is ${answer.status}: ${failed.join('; ')}`;
}

/**
 * Waits until `/readyz` of a process reports that it is ready.
 *
 * @throws Error with the last answer of `/readyz`
 */
export async function becomeHttpReady(url: string, signal: AbortSignal): Promise<void> {
  const start = Date.now();
  for (;;) {
    const answer = await askReadiness(url);
    const waitedMs = Date.now() - start;
    if (answer?.status === 'ready') return;
    if (answer?.status === 'degraded' && waitedMs > degradedGraceMs) return;
    if (waitedMs > timeoutMs) throw new Error(`not ready after ${timeoutMs / 1000} s: ${describe(answer)}`);
    await pause(pollMs, undefined, { signal });
  }
}
