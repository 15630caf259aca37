import { Agent } from 'node:http';
import { summarizeAnswers, type LoadResult } from '../measure/load-result.ts';
import type { Answer } from '../measure/send-request.ts';

/** One operation of a caller, which may be several requests. `ms` of its answer covers all of them. */
export type Operate = (caller: number, agent: Agent) => Promise<Answer>;

interface Operations {
  callers: number;
  /** No operation begins later. */
  durationMs: number;
  operate: Operate;
}

/**
 * Lets callers run one operation after the other, each over its own connections, and waits for the last one.
 */
export async function callOperations({ callers, durationMs, operate }: Operations): Promise<LoadResult> {
  const answers: Answer[] = [];
  const start = performance.now();
  const call = async (caller: number): Promise<void> => {
    const agent = new Agent({ keepAlive: true });
    while (performance.now() - start < durationMs) answers.push(await operate(caller, agent));
    agent.destroy();
  };
  await Promise.all(Array.from({ length: callers }, (_, caller) => call(caller)));
  return summarizeAnswers(answers, performance.now() - start);
}
