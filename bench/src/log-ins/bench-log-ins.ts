import { describeMachine, loadAverage } from '../measure/machine.ts';
import { median } from '../measure/median.ts';
import { percentile } from '../measure/percentile.ts';
import { startMeter } from '../measure/usage.ts';
import { sum } from '../measure/cpu-times.ts';
import { summarizeAnswers } from '../measure/load-result.ts';
import type { Answer } from '../measure/send-request.ts';
import { adminRequest, ask } from '../system/admin-api.ts';
import { runSystem, type BenchSystem } from '../system/run-system.ts';
import { freshAddress, rightPassword, sendFrom, signPeopleUp, type BenchResident } from './people.ts';

/** The times of answers to one kind of request, in milliseconds. */
export interface Timing {
  what: string;
  median: number;
  /** The middle half. */
  from: number;
  to: number;
  /** The median beside the one of the same request for an unknown account, sent between the others. */
  ratio: number;
}

/** What many requests got. */
export interface Flood {
  what: string;
  statuses: Readonly<Record<string, number>>;
  p50: number;
  p99: number;
  elapsedMs: number;
}

/** What one operation costs all processes. */
export interface Cost {
  what: string;
  statuses: Readonly<Record<string, number>>;
  cpuMs: number;
  commands: Readonly<Record<string, number>>;
}

/** What a run has found. */
export interface LogInFigures {
  measuredAt: string;
  machine: ReturnType<typeof describeMachine>;
  loadAverage: { before: number; after: number };
  timings: Timing[];
  floods: Flood[];
  costs: Cost[];
}

const residents = 70;

/** Each is tried so often: less than the limit of wrong passwords. */
const triesEach = 3;

type Ask = (email: string) => Promise<Answer>;

const unknownEmail = (): string => `unknown-${freshAddress()}@example.test`;

/** Asks for known and for unknown accounts in turn; the second unknown one shows the noise. */
async function compareTimes(people: readonly BenchResident[], what: string, request: Ask): Promise<Timing[]> {
  const times: Record<'known' | 'unknown' | 'again', number[]> = { known: [], unknown: [], again: [] };
  for (let turn = 0; turn < triesEach; turn += 1)
    for (const { email } of people) {
      times.unknown.push((await request(unknownEmail())).ms);
      times.known.push((await request(email)).ms);
      times.again.push((await request(unknownEmail())).ms);
    }
  const base = median(times.unknown);
  const timing = (name: string, figures: readonly number[]): Timing => ({
    what: `${what}, ${name}`,
    median: median(figures),
    from: percentile(figures, 0.25),
    to: percentile(figures, 0.75),
    ratio: median(figures) / base,
  });
  return [
    timing('unknown account', times.unknown),
    timing('known account', times.known),
    timing('unknown account again', times.again),
  ];
}

async function flood(what: string, requests: readonly (() => Promise<Answer>)[]): Promise<Flood> {
  const start = performance.now();
  const answers = await Promise.all(requests.map(async (request) => request()));
  const elapsedMs = performance.now() - start;
  const ms = answers.map((answer) => answer.ms);
  const { statuses } = summarizeAnswers(answers, elapsedMs);
  return { what, statuses, p50: percentile(ms, 0.5), p99: percentile(ms, 0.99), elapsedMs };
}

async function cost(
  system: BenchSystem,
  what: string,
  requests: readonly (() => Promise<Answer>)[],
): Promise<Cost> {
  const stop = await startMeter({ processes: system.processes(), client: system.client });
  const { statuses } = await flood(what, requests);
  const { cpuMs, commands } = await stop();
  const each = Object.entries(commands).map(([name, times]) => [name, times / requests.length] as const);
  const shown = each.filter(([, times]) => times >= 0.1);
  return { what, statuses, cpuMs: sum(cpuMs) / requests.length, commands: Object.fromEntries(shown) };
}

const times = (count: number, make: (index: number) => Promise<Answer>) =>
  Array.from({ length: count }, (_, index) => async () => make(index));

async function measureFloods(system: BenchSystem, [first, second, third]: BenchResident[]): Promise<Flood[]> {
  const logIn = async (address: string, email = '', password = 'a wrong password') =>
    sendFrom(system, address, { path: '/api/v1/auth/login', body: { email, password } });
  const crowded = freshAddress();
  const stuffing = freshAddress();
  const guessing = freshAddress();
  const crowd = flood('100 right log-ins of one account at once', [
    ...times(100, async () => logIn(crowded, first?.email, rightPassword)),
  ]);
  const other = flood('another’s log-in meanwhile', [
    async () => logIn(freshAddress(), second?.email, rightPassword),
  ]);
  const invite = async () =>
    sendFrom(system, guessing, { path: `/api/v1/auth/invites/${crypto.randomUUID().replaceAll('-', '')}` });
  return [
    await crowd,
    await other,
    await flood(
      '200 accounts from one address',
      times(200, async (n) => logIn(stuffing, `a${n}@example.test`)),
    ),
    await flood(
      'one account from 60 addresses',
      times(60, async () => logIn(freshAddress(), third?.email)),
    ),
    await flood('1000 guessed invites from one address', times(1000, invite)),
  ];
}

async function measureCosts(system: BenchSystem, people: readonly BenchResident[]): Promise<Cost[]> {
  const own = people.slice(10, 60);
  const refresh = async (refreshToken = '') =>
    sendFrom(system, freshAddress(), { path: '/api/v1/auth/refresh', body: { refreshToken } });
  const readMe = async ({ token }: BenchResident) =>
    sendFrom(system, freshAddress(), { path: '/api/v1/me', token });
  const each = (request: (person: BenchResident) => Promise<Answer>) =>
    own.map((one) => async () => request(one));
  const moveOut = async ({ userId, unitId }: BenchResident): Promise<Answer> => {
    const { url, headers } = adminRequest(system, `/users/${userId}/move-out`);
    const path = url.slice(system.local.gatewayUrl.length);
    const token = headers['authorization']?.slice('Bearer '.length) ?? '';
    return sendFrom(system, '127.0.0.1', { path, token, body: { unitId } });
  };
  await ask(adminRequest(system, '/stats'));
  return [
    await cost(system, 'GET /api/v1/me, the token new to the gateway', each(readMe)),
    await cost(system, 'GET /api/v1/me, the token known', each(readMe)),
    await cost(
      system,
      'a refresh',
      each(async ({ refreshToken }) => refresh(refreshToken)),
    ),
    await cost(
      system,
      '50 refreshes of one session at once',
      times(50, async () => refresh(people[5]?.refreshToken)),
    ),
    await cost(system, '50 move-outs of one building at once', each(moveOut)),
  ];
}

async function measure(system: BenchSystem): Promise<Pick<LogInFigures, 'timings' | 'floods' | 'costs'>> {
  const people = await signPeopleUp(system, residents);
  const post =
    (path: string, more: object): Ask =>
    async (email) =>
      sendFrom(system, freshAddress(), { path: `/api/v1/auth/${path}`, body: { email, ...more } });
  const timings = [
    ...(await compareTimes(people, 'a wrong password', post('login', { password: 'a wrong password' }))),
    ...(await compareTimes(people, 'a forgotten password', post('password/forgot', {}))),
  ];
  return { timings, floods: await measureFloods(system, people), costs: await measureCosts(system, people) };
}

/** Starts the whole system and measures log-ins: what their times show, what guesses get, and what a session costs. */
export async function benchLogIns(): Promise<LogInFigures> {
  const before = loadAverage();
  const system = await runSystem();
  try {
    const figures = await measure(system);
    const machine = { machine: describeMachine(), loadAverage: { before, after: loadAverage() } };
    return { measuredAt: new Date().toISOString(), ...machine, ...figures };
  } finally {
    await system.stop();
  }
}
