import { describeMachine, loadAverage } from '../measure/machine.ts';
import { median } from '../measure/median.ts';
import { percentile } from '../measure/percentile.ts';
import type { Answer } from '../measure/send-request.ts';
import { runSystem, type BenchSystem } from '../system/run-system.ts';
import { flood, times, type Flood } from './flood.ts';
import { measureCosts, type Cost } from './measure-costs.ts';
import { makeProperty } from '../system/admin-api.ts';
import { freshAddress, rightPassword, sendFrom, signPeopleUp, type BenchResident } from '../system/people.ts';

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

/** Figures of a run. */
export interface LogInFigures {
  measuredAt: string;
  machine: ReturnType<typeof describeMachine>;
  loadAverage: { before: number; after: number };
  timings: Timing[];
  floods: Flood[];
  costs: Cost[];
}

const residents = 70;

/** Tries of each account: fewer than the limit of wrong passwords. */
const triesEach = 3;

type Ask = (email: string) => Promise<Answer>;

const unknownEmail = (): string => `unknown-${freshAddress()}@example.test`;

/** Sends requests for known and unknown accounts in turn; the second unknown one shows the noise. */
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

async function measure(system: BenchSystem): Promise<Pick<LogInFigures, 'timings' | 'floods' | 'costs'>> {
  const { propertyId } = await makeProperty(system, 'Log-in House');
  const people = await signPeopleUp(system, propertyId, residents);
  const post =
    (path: string, more: object): Ask =>
    async (email) =>
      sendFrom(system, freshAddress(), { path: `/api/v1/auth/${path}`, body: { email, ...more } });
  const timings = [
    ...(await compareTimes(people, 'a wrong password', post('login', { password: 'a wrong password' }))),
    ...(await compareTimes(people, 'a forgotten password', post('password/forgot', {}))),
    ...(await compareTimes(people.slice(30, 60), 'a wrong password in an older app', async (email) =>
      sendFrom(system, freshAddress(), {
        path: '/registration/login',
        body: { email, password: 'a wrong password' },
      }),
    )),
  ];
  return { timings, floods: await measureFloods(system, people), costs: await measureCosts(system, people) };
}

/**
 * Starts the whole system and measures log-ins: their timing, answers to guesses, and the cost of sessions.
 */
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
