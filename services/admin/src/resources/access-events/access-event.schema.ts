import { Timestamp, timestamp } from '@pas/platform/http/timestamp';
import { idSchema } from '@pas/shared/ids/id';
import type { AccessEventRow } from '@pas/shared/models/access-event';
import { z } from 'zod';
import { entityFields, presentEntity } from '../entity.schema.ts';
import type { DescribedEvent } from './describe-events.ts';

export const Decision = z.enum(['GRANTED', 'DENIED']);
export const Method = z.enum(['APP', 'DTMF', 'PIN', 'STAFF', 'LINK']);

/** A decision at a door as the Admin API shows it. */
export const AccessEvent = z
  .object({
    ...entityFields('accessEvent'),
    accessPointId: idSchema('accessPoint'),
    propertyId: idSchema('property'),
    unitId: idSchema('unit').nullable(),
    decision: Decision,
    reason: z.string().meta({ description: 'The reason, as a stable code.', example: 'current_residence' }),
    method: Method,
    subject: z
      .object({
        type: z.enum(['RESIDENT', 'STAFF', 'API_KEY', 'VISITOR']),
        id: z.string().nullable(),
        name: z.string().nullable().meta({
          description:
            'The resident, the member of staff, the API key, or the holder of the pass. Null if it is unknown.',
          example: 'Clara Reyes',
        }),
      })
      .meta({ description: 'The person or key that requested access. The id is null if it is unknown.' }),
    reasonText: z.string().nullable().meta({
      description: 'The reason that staff or a key gave for opening the door. Null without one.',
      example: 'Delivery for 4B',
    }),
    passId: idSchema('accessPass').nullable(),
    callId: idSchema('call').nullable(),
    attemptId: idSchema('unlockAttempt').nullable(),
    confirmed: z.boolean().nullable().meta({
      description:
        'Whether the controller confirmed that the door opened. Null without a request to the controller, and until it answers.',
    }),
    occurredAt: Timestamp,
    recordedAt: Timestamp,
  })
  .meta({ id: 'AccessEvent' });

/** Explanation of an access decision as the Admin API shows it. */
export const Explanation = z
  .object({
    rules: z
      .array(
        z.object({
          name: z.string().meta({ description: 'A stable code.', example: 'current_residence' }),
          passed: z.boolean().meta({ description: 'Whether the rule allowed the access.' }),
          message: z.string().meta({ example: 'The resident lives in Apt 4B.' }),
        }),
      )
      .meta({ description: 'The rules in the order in which they were checked, to the first that denied.' }),
  })
  .meta({ id: 'AccessExplanation' });

/** Explains a decision by its stored rules, or by its reason if none are stored. */
export function explainAccessEvent({ rules, decision, reason }: AccessEventRow): z.input<typeof Explanation> {
  if (rules?.length > 0) return { rules };
  const isGranted = decision === 'GRANTED';
  const message = isGranted ? 'This rule allowed the access.' : 'This rule denied the access.';
  return { rules: [{ name: reason, passed: isGranted, message }] };
}

/** Presents a decision with its words. */
export function presentAccessEvent(row: DescribedEvent): z.input<typeof AccessEvent> {
  const { accessPointId, propertyId, unitId, decision, reason, method, subject, confirmed } = row;
  const { passId, callId, attemptId } = row;
  return {
    ...presentEntity(row),
    accessPointId,
    propertyId,
    unitId,
    decision,
    reason,
    method,
    subject: { ...subject, name: row.words.name },
    reasonText: row.words.reasonText,
    confirmed,
    passId,
    callId,
    attemptId,
    occurredAt: timestamp(row.occurredAt),
    recordedAt: timestamp(row.createdAt),
  };
}
