import type { LoadSize } from '../measure/call-closed-loop.ts';
import { countCallers } from '../measure/load-result.ts';
import type { RunningServer } from '../measure/run-node-program.ts';
import { measureSlice, type Slice } from '../measure/slice-costs.ts';
import { measureIdle, type MeterSubjects, type Usage } from '../measure/usage.ts';
import type { BenchSystem } from '../system/run-system.ts';
import { markEvents, waitUntilSealed } from '../system/watch-events.ts';
import { callScenario, peerScenario, type Scenario, type ScenarioName, type Scenarios } from './scenarios.ts';

/** A row of the tables: a kind of write with a number of callers. */
export interface Row {
  scenario: ScenarioName;
  callers: number;
}

/** The numbers of callers with which the peer is measured. */
export const callerCounts = [1, 8, 32] as const;

/** The processes that do the peer's work. */
export const peerProcesses = ['peer', 'mongod'];

/** In the order of the tables. */
export const rows: readonly Row[] = [
  ...callerCounts.map((callers) => ({ scenario: 'create', callers }) as const),
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

/** Measured parts of the system. */
interface SystemMeter extends MeterSubjects {
  system: BenchSystem;
  tenantId: string;
}

export interface Rounds {
  measured: SystemMeter;
  scenarios: Scenarios;
  peer: RunningServer;
  sliceMs: number;
}

/** Measures a load of the peer. Its work is complete when it has answered. */
export const measurePeer = (metered: MeterSubjects, scenario: Scenario, size: LoadSize): Promise<Slice> =>
  measureSlice(metered, () => callScenario(scenario, size));

/** Measures a load of the system, up to the last event published and the last audit record sealed. */
async function measureOwn(measured: SystemMeter, scenario: Scenario, size: LoadSize): Promise<Slice> {
  const { system, tenantId } = measured;
  await scenario.prepare?.();
  const mark = await markEvents(system, tenantId);
  return measureSlice(
    measured,
    () => callScenario(scenario, size),
    ({ succeeded }) => waitUntilSealed(system, mark, succeeded),
  );
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
    const size = { callers, durationMs: sliceMs };
    const measureAll = async (names: readonly ScenarioName[]): Promise<void> => {
      for (const scenario of names)
        slices[titleOf({ scenario, callers })] = await measureOwn(measured, scenarios[scenario], size);
    };
    slices[peerTitle(callers)] = await measurePeer(measured, peer, size);
    await measureAll(before);
    slices[againTitle(callers)] = await measurePeer(measured, peer, size);
    await measureAll(after);
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
