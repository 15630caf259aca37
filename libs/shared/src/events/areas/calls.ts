import { z } from 'zod';
import { aggregateVersion } from '../aggregate-version.ts';

const call = z.object({
  aggregateVersion,
  callId: z.string(),
  propertyId: z.string().nullable().describe('Null if the number was not assigned.'),
  unitId: z.string().nullable().describe('Null as long as the visitor has not named a unit.'),
});
const home = call.extend({ propertyId: z.string(), unitId: z.string() });

/** Calls at virtual numbers. No name and no phone is ever part of an event. */
export const callsEvents = {
  'pas.v1.calls.call.started': call.extend({ virtualNumberId: z.string() }),
  'pas.v1.calls.call.rung': home.extend({
    userIds: z
      .array(z.string())
      .describe(
        'The residents whose devices ring. Residents in quiet hours or with rings turned off are left out.',
      ),
  }),
  'pas.v1.calls.call.answered': home.extend({
    answeredBy: z.string().describe('The resident who answered.'),
  }),
  'pas.v1.calls.call.ended': call.extend({
    outcome: z.enum(['DOOR_OPENED', 'ANSWERED', 'NO_ANSWER', 'BUSY', 'ABANDONED', 'NO_TARGET', 'ERROR']),
    answeredBy: z.string().nullable().describe('The resident who answered. Null if nobody did.'),
  }),
} as const;
