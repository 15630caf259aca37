import { sum } from '../measure/cpu-times.ts';
import { judge, twoPlaces, type Comparison, type Goal } from '../measure/judge.ts';
import { median } from '../measure/median.ts';
import type { Round, Slice } from './measure-rounds.ts';

const isPeer = (name: string): boolean => name.startsWith('peer ');

const total = ({ cpu }: Slice, isWanted: (name: string) => boolean): number =>
  sum(cpu, Object.keys(cpu).filter(isWanted));

/** Processor time of all peers together, in milliseconds per second. */
export const peersCpu = (slice: Slice): number => total(slice, isPeer);

/** Processor time of all processes of the system except mongod. */
export const ownCpu = (slice: Slice): number => total(slice, (name) => !isPeer(name) && name !== 'mongod');

/** The processor time of mongod, whichever process causes it. */
export const mongodCpu = ({ cpu }: Slice): number => cpu['mongod'] ?? NaN;

const goals: readonly Goal<Round>[] = [
  {
    ratio: 'Node and NATS of the system / as many empty processes',
    limit: 1.5,
    isCeiling: true,
    of: ({ beside }) => ownCpu(beside) / peersCpu(beside),
  },
  {
    ratio: 'all of the system, with mongod / as many empty processes',
    limit: 1.5,
    isCeiling: true,
    of: ({ alone, beside }) => (ownCpu(beside) + mongodCpu(alone)) / peersCpu(beside),
  },
];

/** Not a ratio: the load of the machine changes this figure even where it cancels out in a ratio. */
const mongodGoal: Goal<Round> = {
  ratio: 'mongod without the empty processes, ms of CPU per second',
  limit: 15,
  isCeiling: true,
  of: ({ alone }) => mongodCpu(alone),
};

/** Ratio of every second peer to the others, at the same time: 1 on a steady machine. */
export function selfRatio(rounds: readonly Round[]): number {
  const isOdd = (name: string): boolean => Number(name.split(' ')[1]) % 2 === 1;
  const ratios = rounds.map(({ beside }) => {
    const odd = total(beside, (name) => isPeer(name) && isOdd(name));
    return odd / (peersCpu(beside) - odd);
  });
  return twoPlaces(median(ratios));
}

/** Compares the idle system with empty processes, round by round. */
export function compareIdle(rounds: readonly Round[]): Comparison[] {
  return [...judge(goals, rounds, selfRatio(rounds)), ...judge([mongodGoal], rounds, 1)];
}
