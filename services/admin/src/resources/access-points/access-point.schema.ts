import { booleanQuery } from '@pas/platform/http/page';
import { whenValid } from '@pas/platform/http/valid-fields';
import { Timestamp, timestamp } from '@pas/platform/http/timestamp';
import { idSchema } from '@pas/shared/ids/id';
import type { AccessPointRow } from '@pas/shared/models/access-point';
import { oneLine } from '@pas/shared/texts/text-schemas';
import { z } from 'zod';
import { entityFields, patchFields, presentEntity } from '../entity.schema.ts';

export const AccessPointKind = z.enum(['DOOR', 'GATE', 'GARAGE', 'ELEVATOR', 'UNIT']);

/** `online`: filters doors by their controller's status. */
export const Online = booleanQuery(
  '`true`: only doors whose controller has reported recently. `false`: only doors whose controller is silent. Neither has the doors without a report so far.',
);

const Adapter = z.enum(['nats', 'http']);

/** Controller id on its bus or at its address. */
const ControllerRef = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'Use 1 to 64 letters, digits, hyphens and underscores.')
  .meta({ example: 'harbor-view-main' });

const OpenSeconds = z
  .int()
  .min(1)
  .max(300)
  .meta({ description: 'How long it stays open, in seconds.', example: 5 });

const controller = { adapter: Adapter, ref: ControllerRef };

/** The fields that a client sets and changes. */
const settable = {
  unitId: idSchema('unit')
    .nullable()
    .meta({ description: 'Required for the kind UNIT. Other kinds cannot have it.' })
    .optional(),
  name: oneLine(200).meta({ example: 'Main door' }),
  kind: AccessPointKind,
  controller: z.strictObject(controller),
  openSeconds: OpenSeconds.default(5),
};

/** An access point as the Admin API shows it. */
export const AccessPoint = z
  .object({
    ...entityFields('accessPoint'),
    propertyId: idSchema('property'),
    unitId: idSchema('unit').nullable(),
    name: z.string().meta({ example: 'Main door' }),
    kind: AccessPointKind,
    controller: z.object({ adapter: Adapter, ref: z.string().meta({ example: 'main-door-1' }) }),
    openSeconds: z.int(),
    online: z.boolean().nullable().meta({
      description:
        'Whether the controller has reported within the last 90 seconds. Null until its first heartbeat, event or answered command for this door.',
    }),
    lastSeenAt: Timestamp.nullable(),
  })
  .meta({ id: 'AccessPoint' });

type Place = { kind?: AccessPointRow['kind'] | undefined; unitId?: string | null | undefined };

/** Returns the problem of a door's unit; null if kind and unit match. */
export function unitProblem({ kind, unitId = null }: Place): { code: string; message: string } | null {
  if ((kind === 'UNIT') === (unitId !== null)) return null;
  return kind === 'UNIT'
    ? { code: 'required', message: 'Name the unit to which the door belongs.' }
    : { code: 'invalid_value', message: 'Only an access point of the kind UNIT has a unit.' };
}

export const CreateAccessPoint = z
  .object({ propertyId: idSchema('property'), ...settable })
  .meta({
    examples: [
      {
        propertyId: 'prop_01kb3rt9d5e0p8m6q2v7x4hzjn',
        name: 'Main door',
        kind: 'DOOR',
        controller: { adapter: 'nats', ref: 'main-door-1' },
      },
    ],
  })
  .superRefine(
    (input, context) => {
      const problem = unitProblem(input);
      if (!problem) return;
      const { code, message } = problem;
      context.addIssue({ code: 'custom', path: ['unitId'], message, params: { code } });
    },
    { when: whenValid('kind', 'unitId') },
  );
export type CreateAccessPoint = z.output<typeof CreateAccessPoint>;

export const UpdateAccessPoint = z.object({
  ...patchFields(settable),
  controller: z.strictObject(patchFields(controller)).optional(),
});
export type UpdateAccessPoint = z.output<typeof UpdateAccessPoint>;

/** Reason of a caller for opening a door. */
export const UnlockByStaff = z
  .object({
    reason: oneLine(200).nullable().optional().meta({
      description: 'The reason for opening the door, for the audit.',
      example: 'Delivery for 4B',
    }),
  })
  .meta({ examples: [{ reason: 'Delivery for 4B' }] });

/** Fields whose changes the audit records. */
export const auditedAccessPoint = { fields: Object.keys(CreateAccessPoint.shape) };

/** Presents a stored access point; the answer's schema removes undeclared fields. */
export function presentAccessPoint(row: AccessPointRow): z.input<typeof AccessPoint> {
  return { ...row, ...presentEntity(row), lastSeenAt: timestamp(row.lastSeenAt) };
}
