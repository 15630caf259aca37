import { z } from 'zod';
import type { UnlockAttemptRow } from '../models/unlock-attempt.ts';
import { failedBy, opened, type Outcome } from './end-attempt.ts';

/** What a controller is told. It opens once for an `attemptId`, and not at all from `expiresAt` on. */
const UnlockCommand = z.object({
  attemptId: z.string(),
  accessPointId: z.string(),
  openSeconds: z.number(),
  expiresAt: z.iso.datetime(),
});

/** What a controller answers: which command, and whether it has opened the door. */
const DoorAnswer = z.object({ attemptId: z.string(), result: z.enum(['opened', 'refused']) });

/** The command of an attempt, in JSON. */
export function commandOf({ _id, accessPointId, openSeconds, expiresAt }: UnlockAttemptRow): string {
  const command: z.input<typeof UnlockCommand> = {
    attemptId: _id,
    accessPointId,
    openSeconds,
    expiresAt: expiresAt.toISOString(),
  };
  return JSON.stringify(command);
}

/** The answer of a door has about a hundred characters. */
const maxAnswerLength = 4096;

/** Reads an answer. Anything that is not the answer of a door to this command is `invalid_answer`. */
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
