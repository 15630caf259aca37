import { z } from 'zod';
import { aggregateVersion } from '../aggregate-version.ts';

const invite = z.object({
  aggregateVersion,
  inviteId: z.string(),
  propertyId: z.string(),
  unitId: z.string(),
});
const deliveries = invite.extend({
  deliveries: z.array(z.object({ id: z.string(), channel: z.enum(['EMAIL', 'SMS']) })),
});
const importEnd = z.object({
  aggregateVersion,
  importId: z.string(),
  propertyId: z.string().nullable().describe('Null if the rows belong to several properties.'),
});
const residence = z.object({
  aggregateVersion,
  userId: z.string(),
  residenceId: z.string(),
  propertyId: z.string(),
  unitId: z.string(),
  inviteId: z.string().nullable(),
});

/**
 * Makes the schema of an event of a batch, with its own fields. The event shares the rest of the envelope with the
 * batch.
 */
const batched = <const Type extends string, Data extends z.ZodType>(type: Type, data: Data) =>
  z.object({ id: z.string(), type: z.literal(type), subject: z.string(), data });

const BatchedEvent = z.discriminatedUnion('type', [
  batched('pas.v1.onboarding.residence.started', residence),
  batched('pas.v1.onboarding.residence.ended', residence),
]);
export type BatchedEvent = z.infer<typeof BatchedEvent>;

/** The events that a change of a large import publishes as batches. */
export const batchedTypes: readonly BatchedEvent['type'][] = BatchedEvent.options.map(
  ({ shape }) => shape.type.value,
);

/** Events of onboarding: invites and their residences. No event contains a token or a contact. */
export const onboardingEvents = {
  'pas.v1.onboarding.invite.created': invite,
  'pas.v1.onboarding.invite.dispatched': deliveries,
  'pas.v1.onboarding.invite.resent': deliveries,
  'pas.v1.onboarding.invite.delivered': invite.extend({ deliveryId: z.string() }),
  'pas.v1.onboarding.invite.previewed': invite,
  'pas.v1.onboarding.invite.accepted': invite.extend({ userId: z.string() }),
  'pas.v1.onboarding.invite.expired': invite.extend({ reason: z.enum(['TTL', 'REVOKED', 'SUPERSEDED']) }),
  'pas.v1.onboarding.invite.revoked': invite,
  'pas.v1.onboarding.import.committed': importEnd.extend({
    created: z.int().min(0).describe('Rows that made a resident.'),
    updated: z.int().min(0).describe('Rows that changed a resident.'),
    movedOut: z.int().min(0).describe('Residents who were not in the roster and have moved out.'),
  }),
  'pas.v1.onboarding.import.reverted': importEnd.extend({
    reverted: z.int().min(0).describe('Rows that were undone.'),
    kept: z.int().min(0).describe('Rows that were changed since the commit and were left.'),
  }),
  'pas.v1.onboarding.residence.started': residence,
  'pas.v1.onboarding.residence.ended': residence,
  'pas.v1.onboarding.batch.committed': z.object({
    aggregateVersion: z.literal(1),
    gathered: z
      .array(BatchedEvent)
      .min(1)
      .describe(
        'Residences that one transaction of a large import (more than 5,000 rows) has started or ended, in one message.',
      ),
  }),
} as const;
