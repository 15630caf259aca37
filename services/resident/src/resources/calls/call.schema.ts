import { Timestamp, timestamp } from '@pas/platform/http/timestamp';
import { idSchema } from '@pas/shared/ids/id';
import { callOutcomes, type CallRow } from '@pas/shared/models/call';
import { z } from 'zod';

/** Outcome of a call. */
export const Outcome = z.enum(callOutcomes);

/** A call to a resident's home as shown to the resident, without phone numbers of the household. */
export const Call = z
  .object({
    id: idSchema('call'),
    unitId: idSchema('unit'),
    propertyId: idSchema('property').nullable(),
    direction: z.enum(['INBOUND', 'OUTBOUND']),
    fromNumber: z.string().nullable().meta({
      description: 'Calling number, E.164. Null if it was withheld.',
      example: '+12025550123',
    }),
    status: z.enum(['RINGING', 'IN_PROGRESS', 'COMPLETED', 'FAILED']),
    outcome: Outcome.nullable().meta({ description: 'Null until the call has an outcome.' }),
    answeredByMe: z.boolean(),
    startedAt: Timestamp,
    answeredAt: Timestamp.nullable(),
    endedAt: Timestamp.nullable(),
    durationSeconds: z.int().min(0).nullable().meta({ description: 'Null during the call.' }),
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
