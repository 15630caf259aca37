import { idSchema } from '@pas/shared/ids/id';
import { emptyUnit, type UnitRow } from '@pas/shared/models/unit';
import { z } from 'zod';
import { oneLine } from '@pas/shared/texts/text-schemas';
import { entityFields, ExternalId, patchFields, presentEntity } from '../entity.schema.ts';
import { toLabelKey } from '@pas/shared/models/label-key';

/** A valid unit label has a letter or a digit. */
export const UnitLabel = oneLine(64)
  .refine((label) => toLabelKey(label) !== '', 'Use a letter or a digit beside words such as Apt or Unit.')
  .meta({ example: 'Apt 4B' });

export const UnitFloor = oneLine(32);

/** The digits that a visitor keys in at the number of the building. */
const DialCode = z
  .string()
  .regex(/^\d{1,8}$/, 'Use one to eight digits.')
  .meta({
    description:
      'The digits that a visitor keys in at the number of the building, before `#`. Unique among the units of the property. Default: the digits of a label of digits alone; any other label gets the lowest free code from `000`. A new label keeps the code. The code of a deleted unit is free again after 30 days.',
    example: '101',
  });

/** A unit as the Admin API shows it. */
export const Unit = z
  .object({
    ...entityFields('unit'),
    propertyId: idSchema('property'),
    label: z.string().meta({ example: 'Apt 4B' }),
    labelKey: z.string().meta({
      description:
        'The normalized label, used to compare labels: capital letters and digits. It has no leading word such as Apt, Unit, Flat, Suite, No. or #. Other characters are left out, but become one hyphen between two digits. So `1.12` and `1/12` are both `1-12`, while `11.2` is another unit. A fraction and a small digit are numbers of their own: `4½` is `4-1-2`, and `4²` is `4-2`. A leading minus stays: `-1` and `Unit -1` are not `1`. If the labels of two units became equal, the key of the newer one ends in `~2`. Its exact label still finds it. Give that unit another label.',
      example: '4B',
    }),
    dialCode: z.string().nullable().meta({
      description: 'The digits that a visitor keys in before `#`. Null only while an upgrade is running.',
      example: '101',
    }),
    floor: z.string().nullable(),
    externalId: z.string().nullable(),
    occupancy: z.enum(['OCCUPIED', 'VACANT']),
  })
  .meta({ id: 'Unit' });

export const EnsureUnit = z.object({
  propertyId: idSchema('property'),
  label: UnitLabel,
  dialCode: DialCode.optional(),
  floor: UnitFloor.nullable().meta({ example: '4' }).optional(),
  externalId: ExternalId.nullable().optional(),
});
export type EnsureUnit = z.output<typeof EnsureUnit>;

export const UpdateUnit = z.object(patchFields(EnsureUnit.omit({ propertyId: true }).shape));
export type UpdateUnit = z.output<typeof UpdateUnit>;

export const PutUnit = z.object(patchFields(EnsureUnit.omit({ externalId: true }).shape));
export type PutUnit = z.output<typeof PutUnit>;

/** Fields whose changes the audit records. */
export const auditedUnit = { fields: [...Object.keys(EnsureUnit.shape), 'labelKey'] };

/** Presents a stored unit; the answer's schema removes undeclared fields. */
export function presentUnit(row: UnitRow): z.input<typeof Unit> {
  return { ...emptyUnit, ...row, ...presentEntity(row) };
}
