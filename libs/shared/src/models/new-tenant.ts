import { newId } from '../ids/id.ts';
import type { RetentionDays, TenantRow, TenantSettings } from './tenant.ts';

/** Retention for ever. */
const keepsAll: RetentionDays = { calls: null, accessEvents: null, attempts: null };

/** The usual appearance. */
const noBranding = { name: null, accent: null };

const defaults: TenantSettings = {
  timeZone: 'UTC',
  inviteTtlHours: 168,
  numberQuarantineDays: 30,
  callRingSeconds: 20,
  inviteReminderHours: [],
  alertRecipients: [],
  residentsMayInvite: true,
  leakedKeys: 'REVOKE',
  retentionDays: keepsAll,
  branding: noBranding,
};

type NewTenantFields = Pick<TenantRow, 'name' | 'slug'> &
  Partial<Omit<TenantRow, 'settings'>> & { settings?: Partial<TenantSettings> };

/** Makes the row of a customer company. */
export function newTenant(now: Date, { settings = {}, ...given }: NewTenantFields): TenantRow {
  return {
    _id: newId('tenant'),
    status: 'ACTIVE',
    billing: { status: 'NONE', customerId: null, subscriptionId: null, currentPeriodEnd: null },
    billingMarks: [],
    deletedCustomer: null,
    logo: null,
    organizationId: null,
    childrenEpoch: 0,
    createdAt: now,
    updatedAt: now,
    version: 1,
    isLive: true,
    deletedAt: null,
    ...given,
    settings: {
      ...defaults,
      ...settings,
      retentionDays: { ...keepsAll, ...settings.retentionDays },
      branding: { ...noBranding, ...settings.branding },
    },
  };
}
