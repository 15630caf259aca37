import { Timestamp, timestamp } from '@pas/platform/http/timestamp';
import { z } from 'zod';
import { idSchema } from '../ids/id.ts';
import type { UnlockAttemptRow } from '../models/unlock-attempt.ts';

/** An attempt to open a door, for every caller who may read it. */
export const UnlockAttempt = z
  .object({
    id: idSchema('unlockAttempt'),
    status: z.enum(['PENDING', 'SUCCEEDED', 'FAILED']).meta({
      description: 'PENDING: the controller has not answered yet. It changes once and is then final.',
    }),
    confirmed: z.boolean().meta({
      description:
        'Whether the controller confirmed that it opened the door. After a `timeout` the door may be open without a confirmation.',
    }),
    accessPointId: idSchema('accessPoint'),
    error: z.string().nullable().meta({
      description:
        'Reason of the failure. `timeout`: no answer in 10 s. `controller_offline`: the command reached nobody. `refused`: the controller did not open. `invalid_answer`: the answer was not that of a door. `adapter_unavailable`: this system cannot reach controllers of this kind.',
      example: 'timeout',
    }),
    expiresAt: Timestamp.meta({
      description: 'The time limit. An attempt without an answer is FAILED shortly after.',
    }),
  })
  .meta({ id: 'UnlockAttempt' });

/** Presents a stored attempt. */
export function presentAttempt(row: UnlockAttemptRow): z.input<typeof UnlockAttempt> {
  const { _id: id, status, confirmed, accessPointId, error, expiresAt } = row;
  return { id, status, confirmed, accessPointId, error, expiresAt: timestamp(expiresAt) };
}
