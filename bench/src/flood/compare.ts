import { sum } from '../measure/cpu-times.ts';
import { judge, type Comparison, type Goal } from '../measure/judge.ts';
import type { Acknowledgements, Receiver } from './measure-acknowledgements.ts';
import type { Isolation } from './measure-admin.ts';
import type { SenderFigures } from './measure-sender.ts';

interface FloodMeasurement {
  acknowledgements: readonly Acknowledgements[];
  isolation: Isolation;
  sender: SenderFigures;
}

const of = ({ acknowledgements }: FloodMeasurement, receiver: Receiver): Acknowledgements[] =>
  acknowledgements.filter((each) => each.receiver === receiver);

/** The processes that a webhook passes until it is processed. */
const onTheWay = ['webhook-gateway', 'webhooks-1', 'mongod', 'nats-server'];

/** Figures of the highest rate. */
const fastest = (measured: FloodMeasurement, receiver: Receiver): Acknowledgements | undefined =>
  of(measured, receiver).toSorted((a, b) => b.perSecond - a.perSecond)[0];

const costOf = (found: Acknowledgements | undefined, names: readonly string[]): number =>
  found ? sum(found.cpuMs, [...names]) : NaN;

/** The plain receiver's second measurement against its first one, at the highest rate. */
export function selfRatio(measured: FloodMeasurement): number {
  const top = fastest(measured, 'plain receiver')?.perSecond;
  const [one, again] = of(measured, 'plain receiver')
    .filter(({ perSecond }) => perSecond === top)
    .map((found) => costOf(found, ['plain receiver', 'mongod']));
  return (again ?? NaN) / (one ?? NaN);
}

const shareOf2xx = ({ statuses }: Pick<Acknowledgements, 'statuses'>): number =>
  (statuses['200'] ?? 0) / sum(statuses);

const goals: readonly Goal<FloodMeasurement>[] = [
  {
    ratio: 'acknowledgement, p99 in ms at the highest rate',
    limit: 250,
    isCeiling: true,
    of: (measured) => fastest(measured, 'system')?.p99Ms,
  },
  {
    ratio: 'webhooks answered 2xx at every rate',
    limit: 1,
    isCeiling: false,
    of: (measured) => Math.min(...of(measured, 'system').map(shareOf2xx)),
  },
  {
    ratio: 'processor time of a webhook until it is processed / plain receiver',
    limit: 2,
    isCeiling: true,
    of: (measured) =>
      costOf(fastest(measured, 'system'), onTheWay) /
      costOf(fastest(measured, 'plain receiver'), ['plain receiver', 'mongod']),
  },
  {
    ratio: 'list of the Admin API, p99 under flood / idle',
    limit: 2,
    isCeiling: true,
    of: ({ isolation: { idle, idleAgain, underFlood } }) =>
      underFlood.p99Ms / Math.max(idle.p99Ms, idleAgain.p99Ms),
  },
  {
    ratio: 'webhooks answered 2xx under a flood of the Admin API',
    limit: 1,
    isCeiling: false,
    of: ({ isolation }) => shareOf2xx(isolation.underAdminFlood),
  },
  {
    ratio: 'sender, p99 in ms from the event to its first try',
    limit: 1000,
    isCeiling: true,
    of: ({ sender }) => sender.p99Ms,
  },
];

/** Compares a run with the goals. */
export const compareFlood = (measured: FloodMeasurement): Comparison[] =>
  judge(goals, [measured], selfRatio(measured));
