import type { Usage } from '../measure/usage.ts';
import {
  measureIdle,
  measureOwnSlice,
  measurePeerSlice,
  type SystemMeter,
  type Slice,
} from './measure-slice.ts';
import { peerScenario, type Scenario, type ScenarioName, type Scenarios } from './scenarios.ts';
import type { PlainProgram } from '../system/run-plain-program.ts';

/** A row of the tables: a kind of write with a number of callers. */
export interface Row {
  scenario: ScenarioName;
  callers: number;
}

/** Formats a number of callers. */
export const countCallers = (callers: number): string => (callers === 1 ? '1 caller' : `${callers} callers`);

/** In the order of the tables. */
export const rows: readonly Row[] = [
  { scenario: 'create', callers: 1 },
  { scenario: 'create', callers: 8 },
  { scenario: 'create', callers: 32 },
  { scenario: 'keyed create', callers: 8 },
  { scenario: 'invite', callers: 8 },
  { scenario: 'sign-up', callers: 8 },
];

export const titleOf = ({ scenario, callers }: Row): string => `${scenario}, ${countCallers(callers)}`;

/** Titles of the peer with a number of callers, before ours and after it. */
export const peerTitle = (callers: number): string => `peer, ${countCallers(callers)}`;
export const againTitle = (callers: number): string => `peer again, ${countCallers(callers)}`;

/** One round: every slice by its title, and a period without callers. */
export interface Round {
  idle: Usage;
  slices: Readonly<Record<string, Slice>>;
}

export interface Rounds {
  measured: SystemMeter;
  scenarios: Scenarios;
  peer: PlainProgram;
  sliceMs: number;
}

/** Sign-ups use up invites. Both come last, with the units of the earlier slices. */
const order = [
  { callers: 1, before: ['create'], after: [] },
  { callers: 32, before: ['create'], after: [] },
  { callers: 8, before: ['create'], after: ['keyed create', 'invite', 'sign-up'] },
] as const satisfies readonly Record<string, number | readonly ScenarioName[]>[];

async function measureRound({ measured, scenarios, sliceMs }: Rounds, peer: Scenario): Promise<Round> {
  const slices: Record<string, Slice> = {};
  const idle = await measureIdle(measured, sliceMs);
  for (const { callers, before, after } of order) {
    const options = { callers, durationMs: sliceMs };
    const measureOwn = async (names: readonly ScenarioName[]): Promise<void> => {
      for (const scenario of names) {
        const slice = await measureOwnSlice(measured, scenarios[scenario], options);
        slices[titleOf({ scenario, callers })] = slice;
      }
    };
    slices[peerTitle(callers)] = await measurePeerSlice(measured, peer, options);
    await measureOwn(before);
    slices[againTitle(callers)] = await measurePeerSlice(measured, peer, options);
    await measureOwn(after);
  }
  return { idle, slices };
}

/** Numbers of rounds: first uncounted warm-up rounds, then counted ones. */
export interface RoundCounts {
  warmUps: number;
  rounds: number;
}

/** Measures in alternating rounds. */
export async function measureRounds(
  options: Rounds,
  { warmUps, rounds: count }: RoundCounts,
): Promise<Round[]> {
  const peer = peerScenario(options.peer);
  for (let done = 0; done < warmUps; done += 1) await measureRound(options, peer);
  const rounds: Round[] = [];
  while (rounds.length < count) rounds.push(await measureRound(options, peer));
  return rounds;
}
