import { Timestamp, timestamp } from '@pas/platform/http/timestamp';
import { idSchema } from '@pas/shared/ids/id';
import {
  callOutcomes,
  legStatuses,
  skipReasons,
  type CallLeg,
  type CallOutcome,
  type CallRow,
} from '@pas/shared/models/call';
import { z } from 'zod';
import { entityFields, presentEntity } from '../entity.schema.ts';

/** Outcome of a call. */
export const Outcome = z.enum(callOutcomes);

const Count = z.int().min(0);

/** Number of calls by outcome; every outcome is present, also with 0. */
export const CallsByOutcome = z.object(
  Object.fromEntries(callOutcomes.map((outcome) => [outcome, Count])) as Record<CallOutcome, typeof Count>,
);

const PhoneNumber = z.string().nullable().meta({ description: 'E.164.', example: '+12025550123' });

const LegOfCall = z
  .object({
    userId: idSchema('user').nullable(),
    toNumber: PhoneNumber,
    status: z.enum(legStatuses).meta({
      description:
        'QUEUED: it rings after the others. CANCELED: somebody else answered first, or the caller hung up. SKIPPED: no phone is rung.',
    }),
    reason: z.enum(skipReasons).nullable().meta({
      description: 'Why the phone of a SKIPPED leg is not rung. Null for all others.',
    }),
    pushed: z.boolean().meta({
      description:
        'Whether the devices of the resident got a push notification of the call. A notified resident of a SKIPPED leg may open the door in the app; then the leg is ANSWERED.',
    }),
    startedAt: Timestamp,
    answeredAt: Timestamp.nullable(),
    endedAt: Timestamp.nullable(),
  })
  .meta({ id: 'CallLeg', description: 'One attempt to reach somebody for a call.' });

/** A call as the Admin API shows it. */
export const Call = z
  .object({
    ...entityFields('call'),
    propertyId: idSchema('property').nullable().meta({
      description: 'Null if the number was not assigned.',
    }),
    unitId: idSchema('unit').nullable(),
    virtualNumberId: idSchema('virtualNumber').nullable(),
    dialled: z.string().nullable().meta({
      description:
        'The digits that the visitor keyed in at the number of a building, of the last try. Null without any. They show why a call has no unit.',
      example: '101',
    }),
    provider: z.enum(['TELEPHONY_A', 'TELEPHONY_B']),
    providerCallId: z
      .string()
      .meta({ description: 'The id of the call at its provider.', example: 'CA1a2b3c4d' }),
    direction: z.enum(['INBOUND', 'OUTBOUND']),
    fromNumber: PhoneNumber,
    toNumber: PhoneNumber,
    status: z.enum(['RINGING', 'IN_PROGRESS', 'COMPLETED', 'FAILED']),
    outcome: Outcome.nullable().meta({
      description:
        'Null until the outcome is known. BUSY: all residents were busy, or too many calls to the unit were waiting already.',
    }),
    answeredBy: idSchema('user').nullable().meta({
      description: 'The resident who answered, or opened the door in the app while the visitor waited.',
    }),
    startedAt: Timestamp,
    answeredAt: Timestamp.nullable(),
    endedAt: Timestamp.nullable(),
    durationSeconds: z.int().min(0).nullable().meta({ description: 'Null while the call lasts.' }),
    legs: z.array(LegOfCall),
  })
  .meta({ id: 'Call' });

function presentLeg({ userId, toNumber, status, reason, pushed, startedAt, answeredAt, endedAt }: CallLeg) {
  return {
    userId,
    toNumber,
    status,
    reason,
    pushed,
    startedAt: timestamp(startedAt),
    answeredAt: timestamp(answeredAt),
    endedAt: timestamp(endedAt),
  };
}

/** Presents a stored call. */
export function presentCall(row: CallRow): z.input<typeof Call> {
  return {
    ...presentEntity(row),
    propertyId: row.propertyId,
    unitId: row.unitId,
    virtualNumberId: row.virtualNumberId,
    dialled: row.dialled ?? null,
    provider: row.provider,
    providerCallId: row.providerCallId,
    direction: row.direction,
    fromNumber: row.fromNumber,
    toNumber: row.toNumber,
    status: row.status,
    outcome: row.outcome,
    answeredBy: row.answeredBy,
    startedAt: timestamp(row.startedAt),
    answeredAt: timestamp(row.answeredAt),
    endedAt: timestamp(row.endedAt),
    durationSeconds: row.durationSeconds,
    legs: row.legs.map(presentLeg),
  };
}
