import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { HttpAnswer } from '../client/http-call.ts';
import type { Drill } from './drill.ts';

/** Results of races between a parent's delete and the creations of its children. */
export interface RaceReport {
  rounds: number;
  deleted: number;
  refused: number;
  /** Live children under a deleted parent. */
  orphans: number;
  /** Rounds in which the delete and a creation both succeeded. */
  bothSucceeded: number;
  slowestDeleteMs: number;
  medianDeleteMs: number;
  /** Number of answers by kind, such as `POST 201`. */
  answers: Record<string, number>;
  /** Code and duration of each 503. */
  refusals: string[];
  /** Answers that a client cannot handle. */
  surprises: string[];
}

const creators = 50;

/** Longest time between the burst and the delete, before or after it. */
const maxLeadMs = 60;

/** The part of a drill that the race uses. */
type RaceContext = Pick<Drill, 'manager' | 'database'>;

const kindOf = (method: string, { status, headers }: HttpAnswer<unknown>): string => {
  const retryAfter = headers['retry-after'];
  return `${method} ${status}${status === 503 ? `, Retry-After ${retryAfter}` : ''}`;
};

const expected = /^(POST (201|404)|DELETE (204|409)|(POST|DELETE) 503, Retry-After \d+)$/;

/** Runs one burst: a new property, 50 concurrent creations of units, and its delete among them. */
async function raceOnce(
  { manager, database }: RaceContext,
  round: number,
  report: RaceReport,
): Promise<number> {
  const { id: propertyId } = await manager.createProperty(`Race ${round}`);
  const leadMs = randomInt(2 * maxLeadMs) - maxLeadMs;
  const startedAt = performance.now();
  const sinceStart = (): number => Math.round(performance.now() - startedAt);
  const record = (method: string, answer: HttpAnswer<unknown>): HttpAnswer<unknown> => {
    const kind = kindOf(method, answer);
    report.answers[kind] = (report.answers[kind] ?? 0) + 1;
    if (answer.status === 503) report.refusals.push(`${method} after ${sinceStart()} ms: ${answer.text}`);
    if (!expected.test(kind)) report.surprises.push(`round ${round}: ${kind}: ${answer.text}`);
    return answer;
  };
  const create = async (_: unknown, lane: number): Promise<HttpAnswer<unknown>> => {
    await pause(Math.max(leadMs, 0));
    return record('POST', await manager.call('/units', { body: { propertyId, label: `Flat ${lane}` } }));
  };
  let deleteMs = 0;
  const remove = async (): Promise<HttpAnswer<unknown>> => {
    await pause(Math.max(-leadMs, 0));
    const start = performance.now();
    const answer = await manager.call(`/properties/${propertyId}`, { method: 'DELETE' });
    deleteMs = Math.round(performance.now() - start);
    return record('DELETE', answer);
  };
  const [deleted, ...creations] = await Promise.all([remove(), ...Array.from({ length: creators }, create)]);
  const row = await database
    .collection<{ _id: string; isLive: boolean }>('properties')
    .findOne({ _id: propertyId });
  const units = await database.collection('units').countDocuments({ propertyId, isLive: true });
  const made = creations.filter(({ status }) => status === 201).length;
  report.rounds += 1;
  if (deleted.status === 204) report.deleted += 1;
  if (deleted.status === 409) report.refused += 1;
  if (row?.isLive === false) report.orphans += units;
  if (deleted.status === 204 && made > 0) report.bothSucceeded += 1;
  if (units !== made) report.surprises.push(`round ${round}: ${made} made, ${units} stored`);
  return deleteMs;
}

/** Repeatedly races a parent's delete against 50 creations of its children, on two replicas. */
export async function raceDeletes(drill: RaceContext, rounds: number): Promise<RaceReport> {
  const report: RaceReport = {
    rounds: 0,
    deleted: 0,
    refused: 0,
    orphans: 0,
    bothSucceeded: 0,
    slowestDeleteMs: 0,
    medianDeleteMs: 0,
    answers: {},
    refusals: [],
    surprises: [],
  };
  const deletesMs: number[] = [];
  for (let round = 1; round <= rounds; round += 1) deletesMs.push(await raceOnce(drill, round, report));
  report.slowestDeleteMs = Math.max(...deletesMs);
  report.medianDeleteMs = deletesMs.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
  return report;
}

/** Time limit of a delete, in milliseconds. */
export const maxDeleteMs = 5000;
