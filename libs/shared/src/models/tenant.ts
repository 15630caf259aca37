import { nameOrder } from '@pas/platform/text/fold-text';
import { searchWords } from '@pas/platform/text/search-words';
import { control } from '@pas/platform/mongo/connections';
import { defineModel, uniqueAmongLive } from '@pas/platform/mongo/define-model';
import { field, type RowOf } from '@pas/platform/mongo/fields';
import { alertTypes } from './alert-mail.ts';

const alertRecipient = {
  email: field.text,
  types: field.listOfChoices(...alertTypes),
  /** NONE: a mail for each cause. DAILY: one mail in the morning. */
  digest: field.oneOf('NONE', 'DAILY'),
};

/** A recipient of alert mails. */
export type AlertRecipient = RowOf<typeof alertRecipient>;

const retentionDays = {
  calls: field.numberOrNull,
  accessEvents: field.numberOrNull,
  attempts: field.numberOrNull,
};

/** Longest retention of a tenant's rows, in days: a hundred years, which date arithmetic supports. */
export const maxRetentionDays = 36_500;

/** Retention of rows in days; null: for ever. */
export type RetentionDays = RowOf<typeof retentionDays>;

const tenantBranding = {
  /** The name on pages and in mails; null for the name of the tenant. */
  name: field.textOrNull,
  /** The colour of buttons and links, `#rrggbb`; null for the usual one. */
  accent: field.textOrNull,
};

/** The media types of logos. */
export const logoTypes = ['image/png', 'image/svg+xml'] as const;
export type LogoType = (typeof logoTypes)[number];

const tenantLogo = {
  /** The first 32 hex digits of the SHA-256 of the image. */
  hash: field.text,
  mediaType: field.oneOf(...logoTypes),
};

const tenantSettings = {
  timeZone: field.text,
  inviteTtlHours: field.number,
  numberQuarantineDays: field.number,
  callRingSeconds: field.number,
  /** Hours after the dispatch of an invite at which a reminder is sent. */
  inviteReminderHours: field.numberList,
  alertRecipients: field.listOf(alertRecipient),
  /** Whether main residents may invite occupants. */
  residentsMayInvite: field.flag,
  /** Effect of a report that a key is public; null is REVOKE. */
  leakedKeys: field.oneOfOrNull('REVOKE', 'NOTIFY'),
  retentionDays: field.group(retentionDays),
  /** Null is the same as two fields that are null. */
  branding: field.groupOrNull(tenantBranding),
};

export type TenantSettings = RowOf<typeof tenantSettings>;

const tenantBilling = {
  status: field.oneOf('NONE', 'TRIALING', 'ACTIVE', 'PAST_DUE', 'CANCELED'),
  customerId: field.textOrNull,
  subscriptionId: field.textOrNull,
  currentPeriodEnd: field.dateOrNull,
};

/** State of one subscription of a tenant's customer, by the provider's latest event. */
const billingMark = {
  subscriptionId: field.text,
  /** When the event was created, in seconds since 1970. */
  created: field.number,
  /** Orders events of one second. The higher rank counts. */
  rank: field.number,
  status: tenantBilling.status,
  currentPeriodEnd: field.dateOrNull,
};

export type BillingMark = RowOf<typeof billingMark>;

const fields = {
  _id: field.text,
  name: field.text,
  slug: field.text,
  status: field.oneOf('ACTIVE', 'SUSPENDED'),
  billing: field.group(tenantBilling),
  /** The subscriptions that determine `billing`, the latest first. */
  billingMarks: field.listOf(billingMark),
  /** The latest deletion of a customer at the provider, in seconds since 1970. Rows of the previous release lack it. */
  deletedCustomer: field.groupOrNull({ customerId: field.text, created: field.number }),
  settings: field.group(tenantSettings),
  /** The image is in `tenant_logos`; null for none. */
  logo: field.groupOrNull(tenantLogo),
  /** The organization of staff at their identity provider, with the prefix of that provider; null for none. */
  organizationId: field.textOrNull,
  /**
   * Counter for conflicts of dependent changes. Two changes in the control database that must see each other both
   * write it.
   */
  childrenEpoch: field.number,
  createdAt: field.date,
  updatedAt: field.date,
  version: field.number,
  isLive: field.flag,
  deletedAt: field.dateOrNull,
};

/** A customer company. Its row is in the control database, and all environments share it. */
export type TenantRow = RowOf<typeof fields>;

export const TenantModel = defineModel('Tenant', {
  connection: control,
  collection: 'tenants',
  readers: ['resident', 'core-mobile', 'cli'],
  writers: {
    admin: ['insert', 'update'],
    'admin-workers': ['update'],
    gateway: ['update'],
    webhooks: ['update'],
    cli: ['update'],
  },
  watchers: ['gateway'],
  isTenantOwned: false,
  fields,
  derived: {
    fields: { searchWords: field.textList, nameOrder: field.textOrNull },
    from: ['name', 'slug'],
    compute: ({ name, slug }) => ({ searchWords: searchWords(name, slug), nameOrder: nameOrder(name) }),
    orders: { name: 'nameOrder' },
  },
  unique: { slug: 'slug', organizationId: 'organizationId' },
  indexes: [
    uniqueAmongLive({ slug: 1 }),
    {
      fields: { organizationId: 1 },
      options: { unique: true, partialFilterExpression: { isLive: true, organizationId: { $gt: '' } } },
    },
    { fields: { isLive: 1, createdAt: -1, _id: -1 } },
    { fields: { updatedAt: -1, _id: -1 } },
    { fields: { isLive: 1, nameOrder: 1, _id: 1 } },
    { fields: { isLive: 1, searchWords: 1 } },
    {
      fields: { 'billing.customerId': 1 },
      options: { partialFilterExpression: { 'billing.customerId': { $type: 'string' } } },
    },
  ],
});
