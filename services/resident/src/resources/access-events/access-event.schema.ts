import { Timestamp, timestamp } from '@pas/platform/http/timestamp';
import { idSchema } from '@pas/shared/ids/id';
import type { AccessEventRow } from '@pas/shared/models/access-event';
import { z } from 'zod';

/** A decision at a door that concerns a resident's home, as shown to the resident. */
export const OwnAccessEvent = z
  .object({
    id: idSchema('accessEvent'),
    accessPointId: idSchema('accessPoint'),
    accessPointName: z.string().nullable().meta({ example: 'Main door' }),
    propertyId: idSchema('property'),
    unitId: idSchema('unit').nullable(),
    decision: z.enum(['GRANTED', 'DENIED']),
    reason: z.string().meta({ description: 'The reason, as a stable code.', example: 'current_residence' }),
    method: z.enum(['APP', 'DTMF', 'PIN', 'STAFF', 'LINK']),
    byMe: z.boolean().meta({ description: 'True when the signed-in resident requested to open the door.' }),
    passId: idSchema('accessPass').nullable().meta({ description: 'Pass that a guest used.' }),
    callId: idSchema('call').nullable(),
    confirmed: z.boolean().nullable().meta({
      description:
        'True when the controller confirmed that the door opened. Null without a command, and while the answer is pending.',
    }),
    occurredAt: Timestamp,
    recordedAt: Timestamp.meta({ description: 'Later than `occurredAt` when the controller was offline.' }),
  })
  .meta({ id: 'AccessEvent' });

/** A decision and the name of its door; null for a deleted door. */
export interface NamedEvent {
  event: AccessEventRow;
  doorName: string | null;
}

/** Presents a decision to a resident. */
export function presentOwnAccessEvent(
  { event, doorName }: NamedEvent,
  userId: string,
): z.input<typeof OwnAccessEvent> {
  const { _id: id, accessPointId, propertyId, unitId, decision, reason, method, subject } = event;
  const { passId, callId, confirmed } = event;
  return {
    id,
    accessPointId,
    accessPointName: doorName,
    propertyId,
    unitId,
    decision,
    reason,
    method,
    byMe: subject.type === 'RESIDENT' && subject.id === userId,
    passId,
    callId,
    confirmed,
    occurredAt: timestamp(event.occurredAt),
    recordedAt: timestamp(event.createdAt),
  };
}
