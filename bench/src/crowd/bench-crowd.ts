import { hashPassword } from '@pas/shared/accounts/password';
import { waitUntil } from '@pas/testing/wait-until';
import { callClosedLoop } from '../measure/call-closed-loop.ts';
import { atMost, judge, type Goal } from '../measure/judge.ts';
import { formatStatuses, type LoadResult } from '../measure/load-result.ts';
import { formatLatency, latencyOf, type Latency } from '../measure/percentile.ts';
import { defineProgram } from '../measure/program.ts';
import { formatTable, type JudgedFigures } from '../measure/report.ts';
import type { BenchRequest } from '../measure/send-request.ts';
import { adminRequest, freshLabels, makeProperty } from '../system/admin-api.ts';
import { onSystem, type BenchSystem } from '../system/run-system.ts';
import { isAllSealed } from '../system/watch-events.ts';

/** Sizes of the crowds. */
export interface CrowdSizes {
  /** Flats of one building. */
  flats: number;
  /** Residents who sign up on move-in day. */
  residents: number;
  /** Invites that are made and sent at once. */
  invites: number;
  callers: number;
}

const defaultCrowds: CrowdSizes = { flats: 500, residents: 200, invites: 2000, callers: 50 };

/** Result of one crowd. */
export interface Crowd extends Latency, Omit<LoadResult, 'latenciesMs'> {
  what: string;
  /** From the first request until all effects of the last one are stored and sent, in milliseconds. */
  doneMs: number;
}

/** Measurements of a run. */
interface CrowdMeasurement {
  sizes: CrowdSizes;
  crowds: { flats: Crowd; signUps: Crowd; invites: Crowd };
  /** The password hashes of the sign-ups alone, on the idle machine, in milliseconds. */
  hashesMs: number;
}

type CrowdFigures = CrowdMeasurement & JudgedFigures;

const goals: readonly Goal<CrowdMeasurement>[] = [
  atMost(1.5, 'flats of one building, answered after, s', ({ crowds }) => crowds.flats.elapsedMs / 1000),
  atMost(
    1.3,
    'sign-ups at once, elapsed / their password hashes alone',
    ({ crowds, hashesMs }) => crowds.signUps.elapsedMs / hashesMs,
  ),
  atMost(25, 'invites, all made and sent after, s', ({ crowds }) => crowds.invites.doneMs / 1000),
];

/** Longer than any crowd takes. */
const maxMs = 600_000;

interface CrowdRequests {
  what: string;
  callers: number;
  requests: readonly BenchRequest[];
  onSuccess?: (text: string) => void;
  /** Whether all effects of the requests are stored and sent. */
  isDone: () => Promise<boolean>;
}

async function send({ what, callers, requests, onSuccess, isDone }: CrowdRequests): Promise<Crowd> {
  const queue = requests.values();
  const next = (): BenchRequest | null => queue.next().value ?? null;
  const start = performance.now();
  const loop = { callers, durationMs: maxMs, next, ...(onSuccess && { onSuccess }) };
  const { latenciesMs, ...load } = await callClosedLoop(loop);
  await waitUntil(isDone, { what: `the end of: ${what}`, timeoutMs: maxMs, everyMs: 50 });
  return { what, ...load, ...latencyOf(latenciesMs), doneMs: performance.now() - start };
}

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** The building of all crowds, and the units that one crowd leaves for the next. */
interface Building {
  system: BenchSystem;
  propertyId: string;
  tenantId: string;
  unitIds: string[];
}

/** Whether every event is published, every audit record sealed and every mail sent. */
async function isSettled({ system, tenantId }: Building): Promise<boolean> {
  const unsent = { tenantId, 'deliveries.status': 'QUEUED' };
  if ((await system.core.collection('invites').findOne(unsent)) !== null) return false;
  return isAllSealed(system, { tenantId });
}

async function makeFlats(building: Building, { flats, callers }: CrowdSizes): Promise<Crowd> {
  const { system, propertyId, unitIds } = building;
  const label = freshLabels();
  return send({
    what: `${flats} flats of one building`,
    callers,
    requests: times(flats, () => adminRequest(system, '/units', { propertyId, label: label() })),
    onSuccess: (text) => unitIds.push((JSON.parse(text) as { unit: { id: string } }).unit.id),
    isDone: () => isSettled(building),
  });
}

/** Returns an invite into one of the flats, to an address of its own. */
const invitation = ({ system, unitIds }: Building, name: string, index: number, more: object = {}) =>
  adminRequest(system, '/onboarding/invite', {
    unitId: unitIds[index % unitIds.length],
    inviteeEmail: `${name}-${index}@example.test`,
    ...more,
  });

async function inviteResidents(building: Building, count: number): Promise<string[]> {
  const tokens: string[] = [];
  await send({
    what: 'the invites of the residents',
    callers: 8,
    requests: times(count, (index) => invitation(building, 'resident', index)),
    onSuccess: (text) => tokens.push((JSON.parse(text) as { invite: { token: string } }).invite.token),
    isDone: () => isSettled(building),
  });
  return tokens;
}

const person = { password: 'correct horse battery', firstName: 'Jordan', lastName: 'Reyes' };

async function signResidentsUp(building: Building, { residents }: CrowdSizes): Promise<Crowd> {
  const url = `${building.system.local.gatewayUrl}/api/v1/auth/signup`;
  const tokens = await inviteResidents(building, residents);
  return send({
    what: `${residents} residents who sign up at once`,
    callers: residents,
    requests: tokens.map((inviteToken) => ({ url, headers: {}, body: { inviteToken, ...person } })),
    isDone: () => isSettled(building),
  });
}

async function sendInvites(building: Building, { invites, callers }: CrowdSizes): Promise<Crowd> {
  return send({
    what: `${invites} invites made and sent by e-mail`,
    callers,
    requests: times(invites, (index) => invitation(building, 'wave', index, { dispatch: ['EMAIL'] })),
    isDone: () => isSettled(building),
  });
}

async function hashPasswords({ residents }: CrowdSizes): Promise<number> {
  const start = performance.now();
  await Promise.all(times(residents, () => hashPassword(person.password)));
  return performance.now() - start;
}

/** Sends the three crowds to a running system, one after the other. */
async function sendCrowds(system: BenchSystem, sizes: CrowdSizes): Promise<CrowdFigures> {
  const building = { system, ...(await makeProperty(system, 'Harbor View')), unitIds: [] };
  const hashesMs = await hashPasswords(sizes);
  const crowds = {
    flats: await makeFlats(building, sizes),
    signUps: await signResidentsUp(building, sizes),
    invites: await sendInvites(building, sizes),
  };
  const measured = { sizes, crowds, hashesMs };
  return { ...measured, comparisons: judge(goals, [measured], 1) };
}

export const crowd = defineProgram({
  summary: '500 flats of one building, 200 simultaneous sign-ups, 2,000 sent invites',
  defaults: {},
  measure: () => onSystem((system) => sendCrowds(system, defaultCrowds)),
  format: ({ crowds }) => [
    formatTable<Crowd>(
      [
        ['crowd', ({ what }) => what],
        ['answers', ({ statuses }) => formatStatuses(statuses)],
        ['seconds', ({ elapsedMs }) => elapsedMs / 1000, 1],
        ['per second', ({ succeeded, elapsedMs }) => succeeded / (elapsedMs / 1000), 1],
        ['p50 · p99, ms', formatLatency],
        ['all sealed and sent, s', ({ doneMs }) => doneMs / 1000, 1],
      ],
      Object.values(crowds),
    ),
  ],
});
