import { sum } from '../measure/cpu-times.ts';
import { atLeast, atMost, judge, twoPlaces, type Comparison, type Goal } from '../measure/judge.ts';
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

/** The processes that do the work of a webhook until it is processed. */
const processesOf = {
  system: ['webhook-gateway', 'webhooks-1', 'mongod', 'nats-server'],
  'plain receiver': ['plain receiver', 'mongod'],
};

/** Figures of the highest rate. */
const fastest = (measured: FloodMeasurement, receiver: Receiver): Acknowledgements | undefined =>
  of(measured, receiver).toSorted((a, b) => b.perSecond - a.perSecond)[0];

const costOf = (found: Acknowledgements | undefined): number =>
  found ? sum(found.cpuMs, processesOf[found.receiver]) : NaN;

/** Returns the plain receiver's second measurement against its first one, at the highest rate. */
function selfRatio(measured: FloodMeasurement): number {
  const top = fastest(measured, 'plain receiver')?.perSecond;
  const [one, again] = of(measured, 'plain receiver').filter(({ perSecond }) => perSecond === top);
  return twoPlaces(costOf(again) / costOf(one));
}

const shareOf2xx = ({ statuses }: Pick<Acknowledgements, 'statuses'>): number =>
  (statuses['200'] ?? 0) / sum(statuses);

const goals: readonly Goal<FloodMeasurement>[] = [
  atMost(
    250,
    'acknowledgement, p99 in ms at the highest rate',
    (measured) => fastest(measured, 'system')?.p99Ms,
  ),
  atLeast(1, 'webhooks answered 2xx at every rate', (measured) =>
    Math.min(...of(measured, 'system').map(shareOf2xx)),
  ),
  atMost(
    2,
    'processor time of a webhook until it is processed / plain receiver',
    (measured) => costOf(fastest(measured, 'system')) / costOf(fastest(measured, 'plain receiver')),
  ),
  atMost(
    2,
    'list of the Admin API, p99 under flood / idle',
    ({ isolation: { idle, idleAgain, underFlood } }) =>
      underFlood.p99Ms / Math.max(idle.p99Ms, idleAgain.p99Ms),
  ),
  atLeast(1, 'webhooks answered 2xx under a flood of the Admin API', ({ isolation }) =>
    shareOf2xx(isolation.underAdminFlood),
  ),
  atMost(1000, 'sender, p99 in ms from the event to its first try', ({ sender }) => sender.p99Ms),
  atMost(12, 'sender, CPU in ms of an invite with its first try, all processes', ({ sender }) =>
    sum(sender.cpuMs),
  ),
];

/** Compares a run with the goals. */
export function compareFlood(measured: FloodMeasurement): { selfRatio: number; comparisons: Comparison[] } {
  const own = selfRatio(measured);
  return { selfRatio: own, comparisons: judge(goals, [measured], own) };
}
