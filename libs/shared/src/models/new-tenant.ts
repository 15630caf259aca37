import { searchWords } from '@pas/platform/lists/search-words';
import { newId } from '../ids/id.ts';
import { maxRetentionDays, type RetentionDays, type TenantRow, type TenantSettings } from './tenant.ts';

/** Retention for ever. */
const keepsAll: RetentionDays = { calls: null, accessEvents: null, attempts: null };

const boundDays = (days: number | null): number | null =>
  days === null ? null : Math.min(days, maxRetentionDays);

/**
 * Returns the retention of a tenant's rows in days. Rows of earlier releases may lack the field or exceed the
 * maximum.
 */
export function retentionDaysOf({ retentionDays }: TenantSettings): RetentionDays {
  const { calls, accessEvents, attempts } = retentionDays ?? keepsAll;
  return {
    calls: boundDays(calls),
    accessEvents: boundDays(accessEvents),
    attempts: boundDays(attempts),
  };
}

const defaults: TenantSettings = {
  timeZone: 'UTC',
  inviteTtlHours: 168,
  numberQuarantineDays: 30,
  callRingSeconds: 20,
  inviteReminderHours: [],
  alertRecipients: [],
  residentsMayInvite: true,
  retentionDays: keepsAll,
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
    organizationId: null,
    searchWords: searchWords(given.name, given.slug),
    childrenEpoch: 0,
    createdAt: now,
    updatedAt: now,
    version: 1,
    isLive: true,
    deletedAt: null,
    ...given,
    settings: { ...defaults, ...settings, retentionDays: { ...keepsAll, ...settings.retentionDays } },
  };
}
