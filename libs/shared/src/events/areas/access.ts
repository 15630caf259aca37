import { z } from 'zod';
import { aggregateVersion } from '../aggregate-version.ts';

const decision = z.object({
  aggregateVersion,
  accessEventId: z.string(),
  accessPointId: z.string(),
  propertyId: z.string(),
  unitId: z.string().nullable(),
  method: z.enum(['APP', 'DTMF', 'PIN', 'STAFF', 'LINK']),
  reason: z.string().describe('A stable code, such as current_residence.'),
  attemptId: z.string().nullable().describe('The unlock attempt. Null if the controller got no command.'),
  passId: z.string().nullable(),
});

const reach = z.object({
  aggregateVersion,
  accessPointId: z.string(),
  propertyId: z.string(),
  lastSeenAt: z.iso.datetime().describe('Time of the controller’s last report.'),
});

const alarm = z.object({
  aggregateVersion,
  accessPointId: z.string(),
  propertyId: z.string(),
  occurredAt: z.iso.datetime().describe('Time of the event at the door. The report may be later.'),
});

const unreachable = z.object({
  aggregateVersion,
  unitId: z.string(),
  propertyId: z.string(),
  callId: z.string().describe('The call of the visitor.'),
});

const report = z.object({
  aggregateVersion,
  reportId: z.string(),
  propertyId: z.string(),
  unitId: z.string().describe('The home of the resident.'),
});

/** Events of doors and their controllers, of units where no call rings, and of residents' reports. No event contains a name, PIN or token. */
export const accessEvents = {
  'pas.v1.access.point.granted': decision,
  'pas.v1.access.point.denied': decision,
  'pas.v1.access.point.online': reach,
  'pas.v1.access.point.offline': reach,
  'pas.v1.access.point.held': alarm,
  'pas.v1.access.point.forced': alarm,
  'pas.v1.access.unit.unreachable': unreachable,
  'pas.v1.access.report.created': report,
} as const;
