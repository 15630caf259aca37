import { idSchema } from '@pas/shared/ids/id';
import { maxRetentionDays, type TenantRow } from '@pas/shared/models/tenant';
import { brandOf, logoUrlOf } from '@pas/shared/tenants/brand-of';
import { Timestamp, timestamp } from '@pas/platform/http/timestamp';
import { z } from 'zod';
import { alertTypes } from '@pas/shared/models/alert-mail';
import { Email } from '@pas/shared/contacts/email';
import { oneLine } from '@pas/shared/texts/text-schemas';
import { Branding, BrandingPatch, LogoUrl } from './branding.schema.ts';
import { entityFields, ownFieldsOf, patchFields, presentEntity, TimeZone } from '../entity.schema.ts';

const Slug = z
  .string()
  .regex(
    /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/,
    'Use lower-case letters, digits and inner hyphens, at most 63.',
  )
  .meta({ example: 'harbor-homes' });

/** A hundred years at most: dates are computed with them. */
const KeptDays = z.int().min(30).max(maxRetentionDays).nullable();

const retention = {
  calls: KeptDays.meta({ description: 'Calls, by their start.', example: 365 }),
  accessEvents: KeptDays.meta({ description: 'Decisions at doors, by their time.', example: 90 }),
  attempts: KeptDays.meta({ description: 'Attempts to open a door, by their time.', example: 30 }),
};

const settings = {
  timeZone: TimeZone,
  inviteTtlHours: z.int().min(1).max(720).meta({ description: 'How long a new invite is valid, in hours.' }),
  numberQuarantineDays: z
    .int()
    .min(0)
    .max(365)
    .meta({ description: 'How long a released number stays QUARANTINED, in days.' }),
  callRingSeconds: z.int().min(5).max(120).meta({
    description:
      'How long a call rings a resident, in seconds. Without a phone, the visitor waits as long for a resident to open the door in the app.',
  }),
  retentionDays: z.object(retention).meta({
    description:
      'Retention of rows in days, 30 to 36,500; null keeps them forever. Older rows are removed within hours, and the audit records how many (`retention.applied`).',
  }),
  residentsMayInvite: z
    .boolean()
    .meta({ description: 'Whether the main resident of a unit may invite others to live there.' }),
  leakedKeys: z.enum(['REVOKE', 'NOTIFY']).meta({
    description:
      'The effect of a report that an API key is public (`reportLeakedKeys`). REVOKE: the key stops working. NOTIFY: it is only marked. Both send `key.leaked` and a mail.',
  }),
  inviteReminderHours: z
    .array(z.int().min(1).max(720))
    .max(3)
    .transform((hours) => [...new Set(hours)].toSorted((a, b) => a - b))
    .meta({
      override: {
        type: 'array',
        maxItems: 3,
        items: { type: 'integer', minimum: 1, maximum: 720 },
      },
      description:
        'When a reminder is sent to a person who has not used the invite, in hours after the dispatch. Reminders are sent from 9:00 to 20:00 in the time zone of the property. Empty: none. A change applies to invites that are sent after it; a removed hour stops reminders that are still due.',
      example: [48, 120],
    }),
};

const AlertRecipients = z
  .array(
    z.strictObject({
      email: Email,
      types: z
        .array(z.enum(alertTypes))
        .min(1)
        .transform((types) => [...new Set(types)])
        .meta({ override: ({ jsonSchema }) => void Object.assign(jsonSchema, { type: 'array' }) }),
      digest: z.enum(['NONE', 'DAILY']).default('NONE'),
    }),
  )
  .max(20)
  .meta({
    description:
      'Recipients of alert mails. NONE: one mail for each cause within a minute, not one for each door. Doors that are held or forced open cause a mail within ten seconds. DAILY: one mail at 8:00 in the time zone of the tenant.',
    example: [{ email: 'desk@example.com', types: ['door.offline', 'key.expiring'], digest: 'NONE' }],
  });

const ShownRecipients = z.array(
  z.object({
    email: z.string().meta({ example: 'desk@example.com' }),
    types: z.array(z.enum(alertTypes)),
    digest: z.enum(['NONE', 'DAILY']),
  }),
);

const BillingStatus = z.enum(['NONE', 'TRIALING', 'ACTIVE', 'PAST_DUE', 'CANCELED']);

/** A tenant as the Admin API shows it; its `tenantId` is its own id. */
export const Tenant = z
  .object({
    ...entityFields('tenant'),
    tenantId: idSchema('tenant'),
    name: z.string().meta({ example: 'Harbor Homes' }),
    slug: z.string().meta({ example: 'harbor-homes' }),
    status: z.enum(['ACTIVE', 'SUSPENDED']),
    billing: z.object({
      status: BillingStatus,
      customerId: z.string().nullable().meta({ description: 'The customer at the payments provider.' }),
      subscriptionId: z.string().nullable(),
      currentPeriodEnd: Timestamp.nullable(),
    }),
    organizationId: z.string().nullable().meta({
      description:
        'The organization whose staff may sign in to this tenant, as the gateway’s configuration spells it. Null for none.',
      example: 'org_harbor_homes',
    }),
    settings: z.object({
      ...settings,
      alertRecipients: ShownRecipients,
      branding: Branding,
    }),
    logoUrl: LogoUrl,
  })
  .meta({ id: 'Tenant' });

const Settings = z.strictObject({
  ...patchFields(settings),
  alertRecipients: AlertRecipients.optional(),
  retentionDays: z
    .strictObject(patchFields(retention))
    .optional()
    .meta({ description: 'Fields that are not sent stay unchanged.' }),
  branding: BrandingPatch.optional(),
});

const OrganizationId = z
  .string()
  .min(1)
  .max(128)
  .regex(/^[\x21-\x7e]+$/, 'Use printable ASCII characters without spaces.')
  .nullable()
  .optional()
  .meta({
    description:
      'Platform only. The organization of the tenant’s staff: the prefix of its identity provider and the id there. Null for none.',
    example: 'org_harbor_homes',
  });

const CustomerId = z.string().trim().min(1).max(255);

export const CreateTenant = z.object({
  name: oneLine(200).meta({ example: 'Harbor Homes' }),
  slug: Slug.optional().meta({
    description: 'Default: made from the name. A number is added if that slug is taken.',
  }),
  billing: z.strictObject({ customerId: CustomerId.nullable() }).optional(),
  organizationId: OrganizationId,
  settings: Settings.optional(),
});
export type CreateTenant = z.output<typeof CreateTenant>;

export const UpdateTenant = z.object({
  name: oneLine(200).optional().meta({ example: 'Harbor Homes' }),
  settings: Settings.optional(),
  slug: Slug.optional().meta({ description: 'Platform only.' }),
  status: z.enum(['ACTIVE', 'SUSPENDED']).optional().meta({ description: 'Platform only.' }),
  billing: z
    .strictObject({ customerId: CustomerId.nullable() })
    .optional()
    .meta({ description: 'Platform only.' }),
  organizationId: OrganizationId,
});
export type UpdateTenant = z.output<typeof UpdateTenant>;

/** Fields whose changes the audit records. */
export const auditedTenant = {
  fields: [...ownFieldsOf(Tenant), 'alertRecipients', 'logo'],
  personal: ['alertRecipients'],
};

/**
 * Returns a tenant in the form that the audit compares. The recipients of alerts are people, so they are
 * separate from the settings. An empty list is not a personal value and has no digest. A logo is its hash.
 */
export function auditableTenant(row: TenantRow): object {
  const { alertRecipients, ...rest } = row.settings;
  return {
    ...row,
    settings: rest,
    logo: row.logo?.hash ?? null,
    alertRecipients: alertRecipients.length > 0 ? alertRecipients : null,
  };
}

/**
 * Presents a stored tenant; the answer's schema removes undeclared fields.
 *
 * @param portalUrl the base of the logo's address
 */
export function presentTenant(row: TenantRow, portalUrl: string): z.input<typeof Tenant> {
  const { billing, settings: stored } = row;
  const { name = null, accent = null } = stored.branding ?? {};
  return {
    ...row,
    ...presentEntity({ ...row, tenantId: row._id }),
    billing: { ...billing, currentPeriodEnd: timestamp(billing.currentPeriodEnd) },
    settings: { ...stored, leakedKeys: stored.leakedKeys ?? 'REVOKE', branding: { name, accent } },
    logoUrl: logoUrlOf(brandOf(row), portalUrl),
  };
}
