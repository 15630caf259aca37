import { summarizeAnswers } from '../measure/load-result.ts';
import { percentile } from '../measure/percentile.ts';
import type { Answer } from '../measure/send-request.ts';

/** What many requests got. */
export interface Flood {
  what: string;
  statuses: Readonly<Record<string, number>>;
  p50: number;
  p99: number;
  elapsedMs: number;
}

/** A request that is yet to be sent. */
export type Sending = () => Promise<Answer>;

/** Makes so many requests. */
export const times = (count: number, make: (index: number) => Promise<Answer>): Sending[] =>
  Array.from({ length: count }, (_, index) => async () => make(index));

async function inTurn(requests: readonly Sending[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const request of requests) answers.push(await request());
  return answers;
}

/** Sends requests, all at once unless they are to go one after the other. */
export async function flood(
  what: string,
  requests: readonly Sending[],
  { isInTurn = false }: { isInTurn?: boolean } = {},
): Promise<Flood> {
  const start = performance.now();
  const sent = isInTurn ? inTurn(requests) : Promise.all(requests.map(async (request) => request()));
  const answers = await sent;
  const elapsedMs = performance.now() - start;
  const ms = answers.map((answer) => answer.ms);
  const { statuses } = summarizeAnswers(answers, elapsedMs);
  return { what, statuses, p50: percentile(ms, 0.5), p99: percentile(ms, 0.99), elapsedMs };
}
