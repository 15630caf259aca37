import { Phone } from '@pas/shared/contacts/phone';
import { whenValid } from '@pas/platform/http/valid-fields';
import { Timestamp, timestamp } from '@pas/platform/http/timestamp';
import { idSchema } from '@pas/shared/ids/id';
import type { VirtualNumberRow } from '@pas/shared/models/virtual-number';
import { z } from 'zod';
import { entityFields, ownFieldsOf, patchFields, presentEntity } from '../entity.schema.ts';

export const NumberStatus = z.enum(['AVAILABLE', 'ASSIGNED', 'QUARANTINED', 'RETIRED']);
export const Provider = z.enum(['TELEPHONY_A', 'TELEPHONY_B']);

const RingMode = z.enum(['ORDER', 'TOGETHER']).meta({
  description:
    'Whether calls ring the residents of a unit in the order of their residences, or all together.',
});

const Capabilities = z
  .array(z.enum(['VOICE', 'SMS']))
  .min(1)
  .max(2)
  .refine((all) => new Set(all).size === all.length, 'Name each capability once.')
  .meta({ example: ['VOICE', 'SMS'] });

/** A virtual number as the Admin API shows it. */
export const VirtualNumber = z
  .object({
    ...entityFields('virtualNumber'),
    number: z.string().meta({ description: 'E.164.', example: '+12025550123' }),
    provider: Provider,
    capabilities: z.array(z.enum(['VOICE', 'SMS'])),
    status: NumberStatus,
    propertyId: idSchema('property').nullable(),
    unitId: idSchema('unit').nullable(),
    accessPointId: idSchema('accessPoint').nullable().meta({
      description: 'The door that its calls open. Null if they cannot open a door.',
    }),
    ringMode: RingMode,
    assignedAt: Timestamp.nullable(),
    quarantineUntil: Timestamp.nullable(),
  })
  .meta({ id: 'VirtualNumber' });

/** The fields that a client sets and changes. */
const settable = {
  provider: Provider,
  capabilities: Capabilities.default(['VOICE', 'SMS']),
  ringMode: RingMode.default('ORDER'),
};

export const CreateVirtualNumber = z.object({
  number: Phone.meta({ description: 'E.164. Unique in the whole environment.' }),
  ...settable,
});
export type CreateVirtualNumber = z.output<typeof CreateVirtualNumber>;

export const UpdateVirtualNumber = z.object({
  ...patchFields(settable),
  accessPointId: idSchema('accessPoint').nullable().optional().meta({
    description: 'The door that its calls open. Only an assigned number can have one.',
  }),
  status: z.enum(['AVAILABLE', 'RETIRED']).optional().meta({
    description:
      'RETIRED takes the number out of service, AVAILABLE puts it back. An assigned number must be released first.',
  }),
});
export type UpdateVirtualNumber = z.output<typeof UpdateVirtualNumber>;

export const AssignVirtualNumber = z
  .object({
    propertyId: idSchema('property').nullable().optional(),
    unitId: idSchema('unit').nullable().optional(),
    accessPointId: idSchema('accessPoint').nullable().optional().meta({
      description:
        'The door that its calls open, in the same property. Default: the property’s DOOR or GATE, if there is exactly one.',
    }),
  })
  .refine(({ propertyId, unitId }) => propertyId != null || unitId != null, {
    message: 'Name a property or a unit, or both.',
    path: ['propertyId'],
    params: { code: 'required' },
    when: whenValid('propertyId', 'unitId'),
  })
  .meta({ example: { propertyId: 'prop_01kb3rt9d5e0p8m6q2v7x4hzjn' } })
  .transform(({ propertyId = null, unitId = null, accessPointId }) => ({
    place: placeOf(propertyId, unitId),
    accessPointId,
  }));
export type AssignVirtualNumber = z.output<typeof AssignVirtualNumber>;

/** Place of a number: a whole property, or a unit with an optional property. */
export type AssignedPlace =
  | { by: 'property'; propertyId: string }
  | { by: 'unit'; unitId: string; propertyId: string | null };

/** Returns the place of an assignment, which must name at least one id. */
export function placeOf(propertyId: string | null, unitId: string | null): AssignedPlace {
  if (unitId !== null) return { by: 'unit', unitId, propertyId };
  if (propertyId !== null) return { by: 'property', propertyId };
  throw new Error('The assignment names no target, although the schema requires one.');
}

/** Fields whose changes the audit records. */
export const auditedVirtualNumber = { fields: ownFieldsOf(VirtualNumber.omit({ assignedAt: true })) };

/** Presents a stored number; the answer's schema removes undeclared fields. */
export function presentVirtualNumber(row: VirtualNumberRow): z.input<typeof VirtualNumber> {
  return {
    ...row,
    ...presentEntity(row),
    assignedAt: timestamp(row.assignedAt),
    quarantineUntil: timestamp(row.quarantineUntil),
  };
}
