import { sum } from '../measure/cpu-times.ts';
import { atMost, judge, medianOver, type Comparison, type Goal } from '../measure/judge.ts';
import type { Round, Slice } from './measure-rounds.ts';

const isPeer = (name: string): boolean => name.startsWith('peer ');

const total = ({ cpu }: Slice, isWanted: (name: string) => boolean): number =>
  sum(cpu, Object.keys(cpu).filter(isWanted));

/** Returns the processor time of all peers together, in milliseconds per second. */
export const peersCpu = (slice: Slice): number => total(slice, isPeer);

/** Returns the processor time of all processes of the system except mongod. */
export const ownCpu = (slice: Slice): number => total(slice, (name) => !isPeer(name) && name !== 'mongod');

/** Returns the processor time of mongod, whichever process causes it. */
export const mongodCpu = ({ cpu }: Slice): number => cpu['mongod'] ?? NaN;

const goals: readonly Goal<Round>[] = [
  atMost(
    1.5,
    'Node and NATS of the system / as many empty processes',
    ({ beside }) => ownCpu(beside) / peersCpu(beside),
  ),
  atMost(
    1.5,
    'all of the system, with mongod / as many empty processes',
    ({ alone, beside }) => (ownCpu(beside) + mongodCpu(alone)) / peersCpu(beside),
  ),
];

/** Not a ratio: the load of the machine changes this figure even where it cancels out in a ratio. */
const mongodGoal = atMost<Round>(
  15,
  'mongod without the empty processes, ms of CPU per second',
  ({ alone }) => mongodCpu(alone),
);

/** Returns the ratio of every second peer to the others, at the same time: 1 on a steady machine. */
export const selfRatio = (rounds: readonly Round[]): number =>
  medianOver(rounds, ({ beside }) => {
    const isOdd = (name: string): boolean => Number(name.split(' ')[1]) % 2 === 1;
    const odd = total(beside, (name) => isPeer(name) && isOdd(name));
    return odd / (peersCpu(beside) - odd);
  });

/** Compares the idle system with empty processes, round by round. */
export function compareIdle(rounds: readonly Round[]): Comparison[] {
  return [...judge(goals, rounds, selfRatio(rounds)), ...judge([mongodGoal], rounds, 1)];
}
