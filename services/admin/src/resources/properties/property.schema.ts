import { emptyProperty, type PropertyRow } from '@pas/shared/models/property';
import { Locale } from '@pas/shared/contacts/person';
import { isSupportedCountry } from '@pas/shared/contacts/phone';
import { oneLine } from '@pas/shared/texts/text-schemas';
import { z } from 'zod';
import {
  entityFields,
  ExternalId,
  ownFieldsOf,
  patchFields,
  presentEntity,
  TimeZone,
} from '../entity.schema.ts';

const Country = z
  .string()
  .regex(/^[A-Z]{2}$/, 'Expected two capital letters (ISO 3166-1).')
  .refine(isSupportedCountry, 'Expected a country code (ISO 3166-1 alpha-2).')
  .meta({ example: 'US' });

const AddressLine = oneLine(200).nullable();

const exampleAddress = {
  line1: '12 Harbor Road',
  line2: null,
  city: 'Portland',
  region: 'ME',
  postalCode: '04101',
  country: 'US',
};

const Address = z.strictObject({
  line1: AddressLine.default(null),
  line2: AddressLine.default(null),
  city: AddressLine.default(null),
  region: AddressLine.default(null),
  postalCode: AddressLine.default(null),
  country: Country.nullable().default(null),
});

const OpenDigit = z
  .string()
  .regex(/^[0-9]$/, 'Expected one digit.')
  .meta({ example: '9' });

/** A property as the Admin API shows it. */
export const Property = z
  .object({
    ...entityFields('property'),
    name: z.string().meta({ example: 'Harbor View' }),
    address: z
      .object({
        line1: z.string().nullable(),
        line2: z.string().nullable(),
        city: z.string().nullable(),
        region: z.string().nullable(),
        postalCode: z.string().nullable(),
        country: z.string().nullable(),
      })
      .meta({ description: 'The country is an ISO 3166-1 code of two letters.', example: exampleAddress }),
    timeZone: z.string().meta({ example: 'America/New_York' }),
    externalId: z.string().nullable(),
    locale: z.string().meta({
      description: 'The default language of messages (BCP 47).',
      example: 'en',
    }),
    openDigit: z.string().meta({ description: 'The digit that opens the door during a call.', example: '9' }),
    status: z.enum(['ACTIVE', 'ARCHIVED']).meta({
      description:
        'An archived property takes no new units, invites, access points or numbers. Existing ones keep working.',
    }),
  })
  .meta({ id: 'Property' });

export const CreateProperty = z.object({
  name: oneLine(200).meta({ example: 'Harbor View' }),
  address: Address.optional().meta({ example: exampleAddress }),
  timeZone: TimeZone.optional().meta({ description: 'Default: the time zone of the tenant.' }),
  externalId: ExternalId.nullable().optional(),
  locale: Locale.default('en'),
  openDigit: OpenDigit.default('9'),
  status: z.enum(['ACTIVE', 'ARCHIVED']).default('ACTIVE'),
});
export type CreateProperty = z.output<typeof CreateProperty>;

export const UpdateProperty = z.object({
  ...patchFields(CreateProperty.shape),
  address: z
    .strictObject(patchFields(Address.shape))
    .optional()
    .meta({ description: 'Only the lines that are sent change.', example: { line1: '12 Harbor Road' } }),
});
export type UpdateProperty = z.output<typeof UpdateProperty>;

/** Fields whose changes the audit records. */
export const auditedProperty = { fields: ownFieldsOf(Property) };

/** Presents a stored property; the answer's schema removes undeclared fields. */
export function presentProperty(row: PropertyRow): z.input<typeof Property> {
  return { ...emptyProperty, ...row, ...presentEntity(row) };
}
