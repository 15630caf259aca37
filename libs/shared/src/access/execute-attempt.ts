import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '@pas/platform/log/logger';
import { inSpan } from '@pas/platform/trace/spans';
import type { AccessPointRow } from '../models/access-point.ts';
import type { UnlockAttemptRow } from '../models/unlock-attempt.ts';
import { countCommand } from './door-metrics.ts';
import { endAttempt, failedBy, type Outcome } from './end-attempt.ts';

type Adapter = UnlockAttemptRow['controller']['adapter'];

/**
 * Sends one command to a controller, at most once, and returns the outcome of the attempt. It returns at the
 * attempt's `expiresAt` at the latest.
 */
export type SendCommand = (attempt: UnlockAttemptRow) => Promise<Outcome>;

/** Dependencies of executing attempts. */
export interface ExecutionDependencies {
  /** Transports to controllers. An attempt without a configured transport fails. */
  adapters: Readonly<Partial<Record<Adapter, SendCommand>>>;
  /** Called with the door whose controller has answered a command. */
  onAnswer?: (door: AccessPointRow) => Promise<void>;
  log: Logger;
}

/** Number of tries to store an outcome while the store is unavailable, and the pause between them. */
const [storeTries, storePauseMs] = [10, 1000];

/**
 * Stores the outcome of an attempt. It retries while the store is unavailable. After the last try, the sweeper ends
 * the attempt.
 */
async function store(attempt: UnlockAttemptRow, outcome: Outcome): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await endAttempt(attempt, outcome, new Date());
      return;
    } catch (error) {
      if (tries === storeTries) throw error;
      await pause(storePauseMs);
    }
  }
}

/** Whether an outcome is an answer of the door's controller. */
const isAnswer = ({ confirmed, error }: Outcome): boolean => confirmed || error === 'refused';

/** Sends the command of a committed attempt and stores the outcome. It never rejects. */
export async function executeAttempt(
  { adapters, onAnswer, log }: ExecutionDependencies,
  attempt: UnlockAttemptRow,
  door: AccessPointRow,
): Promise<void> {
  try {
    const send = adapters[attempt.controller.adapter];
    // A stalled process must not open a door long after somebody asked for it.
    const isLate = attempt.expiresAt.getTime() <= Date.now();
    const silent = send ? failedBy('timeout') : failedBy('adapter_unavailable');
    const span = { name: `unlock by ${attempt.controller.adapter}`, kind: 'client' } as const;
    const outcome = send && !isLate ? await inSpan(span, () => send(attempt)) : silent;
    countCommand(attempt, outcome);
    await store(attempt, outcome);
    if (isAnswer(outcome)) await onAnswer?.(door);
  } catch (err) {
    log.error(
      { err, attemptId: attempt._id },
      'the end of an unlock attempt, or the report of its door, could not be stored',
    );
  }
}
