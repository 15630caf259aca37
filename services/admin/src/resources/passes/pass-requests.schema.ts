import { passFields, withValidTimes } from '@pas/shared/access/pass.schema';
import { Email } from '@pas/shared/contacts/email';
import { Phone } from '@pas/shared/contacts/phone';
import { idSchema } from '@pas/shared/ids/id';
import { oneLine } from '@pas/shared/texts/text-schemas';
import { z } from 'zod';
import { patchFields } from '../entity.schema.ts';
import { Channels } from '../onboarding/invite.schema.ts';
import { PassKind } from './pass.schema.ts';

/** A pass created by staff or an API key. */
export const CreatePass = withValidTimes(
  z.object({
    ...passFields,
    propertyId: idSchema('property'),
    kind: PassKind.default('GUEST'),
    holders: z
      .array(
        z.strictObject({
          name: oneLine(200),
          email: Email.nullable().optional(),
          phone: Phone.nullable().optional(),
        }),
      )
      .max(50, 'Name at most 50 holders.')
      .optional()
      .meta({
        description:
          'The people who get the pass. Each has a separate link, PIN and `maxUses`. Default: one without a name.',
      }),
    maxUses: passFields.maxUses.meta({ description: 'For each holder. Default: no limit.', example: 3 }),
  }),
).meta({
  examples: [
    {
      propertyId: 'prop_01kb3rt9d5e0p8m6q2v7x4hzjn',
      accessPointIds: ['door_01kb3rt9d5e0p8m6q2v7x4hzjn'],
      kind: 'VENDOR',
      holders: [{ name: 'Sam Ortiz', email: 'sam@example.com' }, { name: 'Kim Vance' }],
      startsAt: '2026-06-05T00:00:00-04:00',
      endsAt: '2099-06-08T00:00:00-04:00',
      weekdays: ['MON', 'TUE'],
      timeFrom: '08:00',
      timeTo: '17:00',
      maxUses: 4,
    },
  ],
});
export type CreatePass = z.output<typeof CreatePass>;

const HolderPatch = z.strictObject({
  id: idSchema('accessPass'),
  name: oneLine(200).nullable().optional(),
  email: Email.nullable().optional(),
  phone: Phone.nullable().optional(),
});

/** Changes of a live pass, for all its holders. */
export const UpdatePass = z
  .object({
    ...patchFields(passFields),
    timeFrom: passFields.timeFrom.meta({
      description:
        'The start of a daily window, in the local time of the property. Null with `timeTo`: none.',
    }),
    maxUses: passFields.maxUses.meta({ description: 'For each holder. Null: no limit.', example: 3 }),
    holders: z
      .array(HolderPatch)
      .min(1)
      .max(50)
      .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'Name each holder once.')
      .optional()
      .meta({
        description: 'Corrections of holders. Holders and fields that are not named stay unchanged.',
      }),
  })
  .meta({ examples: [{ endsAt: '2099-06-15T00:00:00-04:00' }] });
export type UpdatePass = z.output<typeof UpdatePass>;

/** A request to send the link of a pass to its holders. */
export const SendPass = z
  .object({
    channels: Channels.optional().meta({
      description: 'Default: every channel for which a holder has a contact.',
    }),
    holderIds: z
      .array(idSchema('accessPass'))
      .min(1)
      .max(50)
      .transform((ids) => [...new Set(ids)])
      .optional()
      .meta({ description: 'Only these holders. Default: all who have a contact.' }),
  })
  .meta({ examples: [{ channels: ['EMAIL'] }] });
export type SendPass = z.output<typeof SendPass>;
