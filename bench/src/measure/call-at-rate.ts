import { setTimeout as pause } from 'node:timers/promises';
import { Agent } from 'node:http';
import { requestTimeoutMs } from './call-closed-loop.ts';
import { summarizeAnswers, type LoadResult } from './load-result.ts';
import { sendRequest, type Answer, type BenchRequest } from './send-request.ts';

/** Requests sent at a fixed rate, whether earlier ones are answered or not. */
export interface OpenLoop {
  perSecond: number;
  next: () => BenchRequest;
  /** Ends the load. */
  until: AbortSignal;
}

/** Sends a load from this process and waits for its last answer. */
export async function callAtRate({ perSecond, next, until }: OpenLoop): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true });
  const sent: Promise<Answer>[] = [];
  const start = performance.now();
  while (!until.aborted) {
    sent.push(sendRequest(agent, next(), requestTimeoutMs));
    // A timer that came late is made up for by the next one.
    const dueMs = start + (1000 * sent.length) / perSecond - performance.now();
    await pause(Math.max(0, dueMs), undefined, { signal: until }).catch(() => undefined);
  }
  const answers = await Promise.all(sent);
  agent.destroy();
  return summarizeAnswers(answers, performance.now() - start);
}
