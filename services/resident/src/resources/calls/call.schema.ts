import { Timestamp, timestamp } from '@pas/platform/http/timestamp';
import { idSchema } from '@pas/shared/ids/id';
import { callOutcomes, type CallRow } from '@pas/shared/models/call';
import { z } from 'zod';

/** What became of a call. */
export const Outcome = z.enum(callOutcomes);

/** A call to a resident's home, as the resident sees it: without the phones of those who live there. */
export const Call = z
  .object({
    id: idSchema('call'),
    unitId: idSchema('unit'),
    propertyId: idSchema('property').nullable(),
    direction: z.enum(['INBOUND', 'OUTBOUND']),
    fromNumber: z.string().nullable().meta({
      description: 'The number that called, E.164. Null if it was withheld.',
      example: '+12025550123',
    }),
    status: z.enum(['RINGING', 'IN_PROGRESS', 'COMPLETED', 'FAILED']),
    outcome: Outcome.nullable().meta({ description: 'Null until the outcome is known.' }),
    answeredByMe: z.boolean(),
    startedAt: Timestamp,
    answeredAt: Timestamp.nullable(),
    endedAt: Timestamp.nullable(),
    durationSeconds: z.int().min(0).nullable().meta({ description: 'Null while the call lasts.' }),
  })
  .meta({ id: 'Call' });

/** Presents a call to a resident of its unit. */
export function presentOwnCall(row: CallRow & { unitId: string }, userId: string): z.input<typeof Call> {
  const { _id: id, unitId, propertyId, direction, fromNumber, status, outcome, durationSeconds } = row;
  return {
    id,
    unitId,
    propertyId,
    direction,
    fromNumber,
    status,
    outcome,
    answeredByMe: row.answeredBy === userId,
    startedAt: timestamp(row.startedAt),
    answeredAt: timestamp(row.answeredAt),
    endedAt: timestamp(row.endedAt),
    durationSeconds,
  };
}
