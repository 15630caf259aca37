import { setTimeout as pause } from 'node:timers/promises';
import { isUnheard, type Bus } from '@pas/platform/events/bus';
import { unlockSubject } from '../events/bus-users.ts';
import type { UnlockAttemptRow } from '../models/unlock-attempt.ts';
import { commandOf, readAnswer, traceHeaders } from './door-command.ts';
import { failedBy } from './end-attempt.ts';
import type { SendCommand } from './execute-attempt.ts';

/** Time that a controller may be offline before the attempt fails, and the interval of the checks, in milliseconds. */
const [offlineMs, everyMs] = [2000, 200];

const left = ({ expiresAt }: UnlockAttemptRow): number => expiresAt.getTime() - Date.now();

/**
 * Commands the doors whose controllers are on the bus: a request on `pas.v1.doors.<ref>.unlock`. A command that
 * reached nobody is repeated for a short time, because a controller may be reconnecting. A command that may have
 * arrived is never repeated.
 */
export function natsDoors(bus: Pick<Bus, 'request'>): SendCommand {
  return async (attempt) => {
    const lookUntil = Date.now() + Math.min(offlineMs, left(attempt));
    for (;;) {
      const timeoutMs = left(attempt);
      if (timeoutMs <= 0) return failedBy('timeout');
      try {
        const subject = unlockSubject(attempt.controller.ref);
        const options = { timeoutMs, headers: traceHeaders() };
        const { body } = await bus.request(subject, commandOf(attempt), options);
        return readAnswer(body, attempt._id);
      } catch (error) {
        if (!isUnheard(error)) return failedBy('timeout');
        if (Date.now() >= lookUntil) return failedBy('controller_offline');
      }
      await pause(everyMs);
    }
  };
}
