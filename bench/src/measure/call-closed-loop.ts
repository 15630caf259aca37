import { Agent } from 'node:http';
import { summarizeAnswers, type LoadResult } from './load-result.ts';
import { sendRequest, type Answer, type BenchRequest } from './send-request.ts';

/** Requests of callers who each send the next one when the last one is answered. */
export interface ClosedLoop {
  callers: number;
  /** No request begins later. */
  durationMs: number;
  /** Makes the next request; null ends the load. */
  next: () => BenchRequest | null;
  /** Sees the body of each answer with 2xx. */
  onSuccess?: (text: string) => void;
}

/** Longer than the gateway waits for a service. */
export const requestTimeoutMs = 35_000;

/** Sends a load from this process over one kept connection per caller, and waits for its last answer. */
export async function callClosedLoop(loop: ClosedLoop): Promise<LoadResult> {
  const { callers, durationMs, next, onSuccess } = loop;
  const agent = new Agent({ keepAlive: true, maxSockets: callers });
  const answers: Answer[] = [];
  const start = performance.now();
  const call = async (): Promise<void> => {
    while (performance.now() - start < durationMs) {
      const request = next();
      if (!request) return;
      const answer = await sendRequest(agent, request, requestTimeoutMs);
      answers.push(answer);
      if (typeof answer.status === 'number' && answer.status < 300) onSuccess?.(answer.text);
    }
  };
  await Promise.all(Array.from({ length: callers }, call));
  const elapsedMs = performance.now() - start;
  agent.destroy();
  return summarizeAnswers(answers, elapsedMs);
}
