import { idSchema } from '@pas/shared/ids/id';
import { z } from 'zod';

/** Requirements for a visitor's call to reach a unit. */
const checkNames = ['number', 'residents', 'devices', 'phone', 'door', 'invite'] as const;

const Checks = z.array(
  z
    .object({
      name: z.enum(checkNames).meta({
        description:
          'number: visitors can dial the unit, by its own number or by its code at the number of the building; the message names the code. residents: calls may ring a resident of the unit. devices: one of them has an ACTIVE device. phone: one of them has a phone that staff entered or the resident verified, and that is no virtual number. door: the door of the call is online. invite: no invite of an empty unit is open.',
      }),
      ok: z.boolean(),
      message: z.string().meta({ example: 'No resident has an active device.' }),
      fix: z.string().nullable().meta({
        description: 'Advice. Null if `ok` is true.',
        example: 'Ask a resident to open the app and to allow notifications.',
      }),
    })
    .meta({ id: 'ReadinessCheck' }),
);

/** Whether a call to a unit would ring somebody who can open the door. */
export const UnitReadiness = z
  .object({
    ready: z.boolean().meta({
      description:
        'Whether a call would ring. All checks must be ok, but one of `devices` and `phone` is enough. Quiet hours do not count, because they end by themselves. If all residents have them now, the message of `residents` reports it.',
    }),
    checks: Checks,
  })
  .meta({ id: 'UnitReadiness' });

/** Units of a property whose calls fail for the same reason. */
const Cause = z
  .object({
    checks: Checks.meta({ description: 'The checks that are not ok, the same ones for all these units.' }),
    units: z.int().min(1).meta({ description: 'How many units have this cause.' }),
    unitIds: z.array(idSchema('unit')).nullable().meta({
      description: 'These units. Null unless the query has `unitIds=true`.',
    }),
  })
  .meta({ id: 'ReadinessCause' });

/** The same for all units of a property. */
export const PropertyReadiness = z
  .object({
    units: z.int().min(0).meta({ description: 'How many units the property has.' }),
    ready: z.int().min(0).meta({ description: 'How many of them are ready.' }),
    causes: z.array(Cause).meta({
      description: 'The causes of all units that are not ready, the most frequent first.',
    }),
    problems: z
      .array(
        z.object({ unitId: idSchema('unit'), label: z.string().meta({ example: '4B' }), checks: Checks }),
      )
      .meta({
        description: 'A page of the units that are not ready, by label, with the checks that are not ok.',
      }),
    total: z.int().min(0).meta({ description: 'How many units are not ready.' }),
    limit: z.int().min(1),
    offset: z.int().min(0),
  })
  .meta({ id: 'PropertyReadiness' });
