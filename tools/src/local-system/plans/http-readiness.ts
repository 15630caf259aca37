import { setTimeout as pause } from 'node:timers/promises';

/** Asking costs the process as much as answering: a dozen of them start at once. */
const everyMs = 150;

/**
 * Long, because a slow or busy machine takes minutes to set the databases up, and all services wait for that. A process
 * that ends by itself fails the start at once, and the console says who is waited for.
 */
const timeoutMs = 600_000;

/**
 * A process that runs well without one of its neighbours says `degraded`. While all start together that passes, so it
 * is waited for; if it doesn't pass, the process serves nevertheless.
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
 * Waits until a process's `/readyz` says that it is ready.
 *
 * @throws Error with what `/readyz` said last
 */
export async function becomeHttpReady(url: string, signal: AbortSignal): Promise<void> {
  const start = Date.now();
  for (;;) {
    const answer = await askReadiness(url);
    const waitedMs = Date.now() - start;
    if (answer?.status === 'ready') return;
    if (answer?.status === 'degraded' && waitedMs > degradedGraceMs) return;
    if (waitedMs > timeoutMs) throw new Error(`not ready after ${timeoutMs / 1000} s: ${describe(answer)}`);
    await pause(everyMs, undefined, { signal });
  }
}
