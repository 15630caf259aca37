import { Agent } from 'node:http';
import { summarizeAnswers, type LoadResult } from './load-result.ts';
import { sendRequest, type Answer, type BenchRequest } from './send-request.ts';

/**
 * One operation of a caller, which may be several requests. `ms` of its answer covers all of them. Null ends the load of
 * the caller.
 */
export type Operate = (caller: number, agent: Agent) => Promise<Answer | null>;

/** Size of a load. No operation begins after `durationMs`. */
export interface LoadSize {
  callers: number;
  durationMs: number;
}

/** Requests of callers who each send the next one when the last one is answered. */
export interface ClosedLoop extends LoadSize {
  /** Makes the next request; null ends the load. */
  next: () => BenchRequest | null;
  /** Sees the body of each answer with 2xx. */
  onSuccess?: (text: string) => void;
}

/** Longer than the gateway waits for a service. */
export const requestTimeoutMs = 35_000;

/** Lets callers run one operation after the other, each over its own connections, and waits for the last answer. */
export async function callOperations(
  { callers, durationMs }: LoadSize,
  operate: Operate,
): Promise<LoadResult> {
  const answers: Answer[] = [];
  const start = performance.now();
  const call = async (caller: number): Promise<void> => {
    const agent = new Agent({ keepAlive: true });
    while (performance.now() - start < durationMs) {
      const answer = await operate(caller, agent);
      if (!answer) break;
      answers.push(answer);
    }
    agent.destroy();
  };
  await Promise.all(Array.from({ length: callers }, (_, caller) => call(caller)));
  return summarizeAnswers(answers, performance.now() - start);
}

/** Sends a load from this process over one kept connection per caller, and waits for its last answer. */
export const callClosedLoop = ({ next, onSuccess, ...size }: ClosedLoop): Promise<LoadResult> =>
  callOperations(size, async (_caller, agent) => {
    const request = next();
    if (!request) return null;
    const answer = await sendRequest(agent, request, requestTimeoutMs);
    if (typeof answer.status === 'number' && answer.status < 300) onSuccess?.(answer.text);
    return answer;
  });
