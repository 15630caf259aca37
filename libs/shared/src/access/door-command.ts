import { currentTrace } from '@pas/platform/trace/trace';
import { z } from 'zod';
import type { UnlockAttemptRow } from '../models/unlock-attempt.ts';
import { failedBy, opened, type Outcome } from './end-attempt.ts';

/** Command to a controller. The controller opens at most once for an `attemptId`, and never at or after `expiresAt`. */
const UnlockCommand = z.object({
  attemptId: z.string(),
  accessPointId: z.string(),
  openSeconds: z.number(),
  expiresAt: z.iso.datetime(),
});

/** Answer of a controller: the attempt of the command, and whether the door opened. */
const DoorAnswer = z.object({ attemptId: z.string(), result: z.enum(['opened', 'refused']) });

/** Returns the command of an attempt, in JSON. */
export function commandOf({ _id, accessPointId, openSeconds, expiresAt }: UnlockAttemptRow): string {
  const command: z.input<typeof UnlockCommand> = {
    attemptId: _id,
    accessPointId,
    openSeconds,
    expiresAt: expiresAt.toISOString(),
  };
  return JSON.stringify(command);
}

/** Returns the trace headers of a command: the `traceparent` of the current work, if it has one. */
export function traceHeaders(): Record<string, string> {
  const traceparent = currentTrace()?.traceparent ?? null;
  return traceparent === null ? {} : { traceparent };
}

/** Longest accepted answer, in characters. A usual answer has about a hundred. */
const maxAnswerLength = 4096;

/** Reads an answer. A text that is not an answer to this command yields `invalid_answer`. */
export function readAnswer(text: string, attemptId: string): Outcome {
  if (text.length > maxAnswerLength) return failedBy('invalid_answer');
  try {
    const answer = DoorAnswer.parse(JSON.parse(text));
    if (answer.attemptId !== attemptId) return failedBy('invalid_answer');
    return answer.result === 'opened' ? opened : failedBy('refused');
  } catch {
    return failedBy('invalid_answer');
  }
}
