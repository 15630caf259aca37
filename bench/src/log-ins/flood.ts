import { summarizeAnswers } from '../measure/load-result.ts';
import { percentile } from '../measure/percentile.ts';
import type { Answer } from '../measure/send-request.ts';

/** Answers to many requests. */
export interface Flood {
  what: string;
  statuses: Readonly<Record<string, number>>;
  p50: number;
  p99: number;
  elapsedMs: number;
}

/** A prepared request. */
export type PreparedRequest = () => Promise<Answer>;

/** Makes a number of requests. */
export const times = (count: number, make: (index: number) => Promise<Answer>): PreparedRequest[] =>
  Array.from({ length: count }, (_, index) => async () => make(index));

async function inTurn(requests: readonly PreparedRequest[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const request of requests) answers.push(await request());
  return answers;
}

/** Sends requests, either all at once or one after the other. */
export async function flood(
  what: string,
  requests: readonly PreparedRequest[],
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
