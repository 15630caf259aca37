import type { Step } from './read-steps.ts';
import type { Trace } from './trace-writes.ts';

/** Shares of the time of one request, in milliseconds. */
export interface ShareOfTime {
  answered: number;
  sealed: number;
  /** Outside of the gateway: the caller itself, and its connection. */
  caller: number;
  /** In the gateway, without waiting for the service. */
  gateway: number;
  /** In the service, without waiting for mongod. */
  service: number;
  /** In the service, while at least one command of the request was under way. */
  mongod: number;
  /** Commands of the service until its answer. */
  commands: number;
}

const durationOf = ({ startedAt, endedAt }: Step): number => endedAt - startedAt;

/** Whether a step is a request, and not a command. */
export const isRequest = ({ what }: Step): boolean => what.includes('/');

/** Whether a command waits at the server for new data, so that its duration has no meaning. */
export const isWaiting = ({ what }: Step): boolean => what.startsWith('getMore');

/** Whether a command is no part of a request: change streams, health checks, publication of events. */
const isBackground = (step: Step): boolean =>
  isWaiting(step) || /^(ping|listIndexes|(find|update) outbox$)/.test(step.what);

/** Returns the time covered by at least one of the steps, in milliseconds. */
function coveredMs(steps: readonly Step[]): number {
  let covered = 0;
  let end = -Infinity;
  for (const { startedAt, endedAt } of steps.toSorted((a, b) => a.startedAt - b.startedAt)) {
    covered += Math.max(0, endedAt - Math.max(end, startedAt));
    end = Math.max(end, endedAt);
  }
  return covered;
}

/** Divides the time until the answer among its causes. Access logs have a resolution of a millisecond. */
export function shareOfTime({ steps, startedAt, answeredMs, sealedMs }: Trace): ShareOfTime {
  const requestMs = (process: string): number =>
    steps.filter((step) => step.process === process && isRequest(step)).map(durationOf)[0] ?? NaN;
  const gatewayMs = requestMs('gateway');
  const serviceMs = Math.min(requestMs('admin-1'), gatewayMs);
  const commands = steps.filter(
    (step) =>
      step.process === 'admin-1' &&
      step.startedAt < startedAt + answeredMs &&
      !isRequest(step) &&
      !isBackground(step),
  );
  const mongodMs = coveredMs(commands);
  return {
    answered: answeredMs,
    sealed: sealedMs,
    caller: answeredMs - gatewayMs,
    gateway: gatewayMs - serviceMs,
    service: serviceMs - mongodMs,
    mongod: mongodMs,
    commands: commands.length,
  };
}
