import { Timestamp } from '@pas/platform/http/timestamp';
import { idSchema } from '@pas/shared/ids/id';
import { z } from 'zod';
import { AccessEvent } from '../access-events/access-event.schema.ts';
import { AuditRecord } from '../audit/audit-record.schema.ts';
import { Call } from '../calls/call.schema.ts';
import { PassKind } from '../passes/pass.schema.ts';

export const ActivityKind = z.enum(['ACCESS', 'CALL', 'ALARM', 'CHANGE']);
export type ActivityKind = z.output<typeof ActivityKind>;

export const ActivityResult = z.enum(['SUCCESS', 'FAILURE']).meta({
  description:
    'SUCCESS: granted access, answered calls, and changes. FAILURE: denied access, calls without an answer, alarms, and refused changes.',
});
export type ActivityResult = z.output<typeof ActivityResult>;

/** The pass of an access event. */
export const ActivityPass = z
  .object({
    id: idSchema('accessPass'),
    kind: PassKind,
    endsAt: Timestamp,
    revokedAt: Timestamp.nullable().meta({ description: 'Null if nobody has revoked it.' }),
    revokedBy: z.string().nullable().meta({
      description: 'The name of the person or key that revoked it. Null if it is unknown.',
      example: 'Dana Lee',
    }),
  })
  .meta({ id: 'ActivityPass' });

/** An alarm of a door. */
const ActivityAlarm = z
  .object({
    alarm: z.enum(['HELD', 'FORCED']).meta({
      description: 'HELD: open for too long. FORCED: opened without a command.',
    }),
  })
  .meta({ id: 'ActivityAlarm' });

/** One entry of the activity. Its entity is in the field of its kind; the fields of the other kinds are null. */
export const ActivityEntry = z
  .object({
    id: z.string().meta({ example: 'ace_01kb3rt9d5e0p8m6q2v7x4hzjn' }),
    kind: ActivityKind,
    result: ActivityResult.nullable().meta({ description: 'Null while a call lasts.' }),
    occurredAt: Timestamp,
    propertyId: idSchema('property').nullable(),
    unitId: idSchema('unit').nullable(),
    accessPointId: idSchema('accessPoint').nullable(),
    accessEvent: AccessEvent.nullable(),
    pass: ActivityPass.nullable().meta({ description: 'The pass of the access event.' }),
    call: Call.nullable(),
    alarm: ActivityAlarm.nullable(),
    change: AuditRecord.pick({
      action: true,
      outcome: true,
      actor: true,
      targets: true,
      changes: true,
      denial: true,
    })
      .meta({
        id: 'ActivityChange',
        description: 'Its first 20 changes and targets; the audit record with the same id has all.',
      })
      .nullable(),
  })
  .meta({ id: 'ActivityEntry' });
