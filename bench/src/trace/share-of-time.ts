import type { Step } from './read-steps.ts';
import type { Trace } from './trace-writes.ts';

/** Where the time of one request went, in milliseconds. */
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

/** Whether a command waits at the server for something to come: how long says nothing. */
export const isWaiting = ({ what }: Step): boolean => what.startsWith('getMore');

/** Whether a command is no part of a request: change streams, health, and what publishes the outbox. */
const isBackground = (step: Step): boolean =>
  isWaiting(step) || /^(ping|listIndexes|(find|update) outbox$)/.test(step.what);

/** How much of the time is covered by at least one of the steps, in milliseconds. */
function coveredMs(steps: readonly Step[]): number {
  let covered = 0;
  let end = -Infinity;
  for (const { startedAt, endedAt } of steps.toSorted((a, b) => a.startedAt - b.startedAt)) {
    covered += Math.max(0, endedAt - Math.max(end, startedAt));
    end = Math.max(end, endedAt);
  }
  return covered;
}

/** Divides the time until the answer among those who needed it. Access logs tell their times in milliseconds only. */
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
