import { newId } from '@pas/shared/ids/id';
import { createInviteLinks } from '@pas/shared/invites/invite-links';
import { newInvite } from '@pas/shared/invites/new-invite';
import type { InviteRow } from '@pas/shared/models/invite';
import { newTenant } from '@pas/shared/models/new-tenant';
import { newUnit } from '@pas/shared/models/new-unit';
import { newUser } from '@pas/shared/models/new-user';
import type { TenantRow } from '@pas/shared/models/tenant';
import type { UnitRow } from '@pas/shared/models/unit';
import type { UserRow } from '@pas/shared/models/user';
import type { Residence } from '@pas/shared/models/user';

/** How the links of test invites are made. */
export const testLinks = createInviteLinks(
  ['a secret of the tests, 32 characters long'],
  'http://portal.test',
);

/** A customer company. */
export function tenantRow(fields: Partial<TenantRow> = {}): TenantRow {
  const _id = newId('tenant');
  return newTenant(new Date(), { _id, name: 'Harbor Homes', slug: _id.replaceAll('_', '-'), ...fields });
}

/** A vacant unit of a tenant, with a label of its own. */
export function unitRow(tenantId: string, fields: Partial<UnitRow> = {}): UnitRow {
  const label = newId('unit');
  const ctx = { tenantId, now: new Date() };
  return newUnit(ctx, { propertyId: newId('property'), label, labelKey: label, ...fields });
}

/** A resident of a tenant who has signed in and lives nowhere yet. */
export function userRow(tenantId: string, fields: Partial<UserRow> = {}): UserRow {
  const ctx = { tenantId, now: new Date() };
  return newUser(ctx, { accountId: newId('account'), status: 'ACTIVE', ...fields });
}

/** A residence that began long ago. */
export function residenceIn(
  { id: unitId, propertyId }: { id: string; propertyId: string },
  endsAt: Date | null = null,
): Residence {
  const startsAt = new Date('2026-01-01T00:00:00Z');
  const period = { startsAt, endsAt, canceledAt: null, dueAt: null };
  return { id: newId('residence'), unitId, propertyId, role: 'PRIMARY', inviteId: null, ...period };
}

/** A pending invite to a unit, addressed to nobody. */
export function inviteRow(
  unit: Pick<UnitRow, '_id' | 'tenantId' | 'propertyId'>,
  fields: Partial<InviteRow> = {},
): InviteRow {
  const ctx = { tenantId: unit.tenantId, now: new Date() };
  const invitee = { email: null, phone: null, name: null, contactKey: null };
  const createdBy = { type: 'API_KEY' as const, id: newId('apiKey'), name: null };
  return { ...newInvite(ctx, testLinks, { unit, invitee, ttlHours: 1, createdBy }), ...fields };
}
