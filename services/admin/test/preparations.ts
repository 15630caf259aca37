import { newId } from '@pas/shared/ids/id';
import { AccountModel } from '@pas/shared/models/account';
import { ImportModel, type ImportRow } from '@pas/shared/models/import';
import { TestClockModel } from '@pas/shared/models/test-clock';
import { TenantModel } from '@pas/shared/models/tenant';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { VirtualNumberModel } from '@pas/shared/models/virtual-number';
import type { Owner, Preparations } from '@pas/testing/route-attacks/working-request';
import type { ServiceHarness } from '@pas/testing/service-harness';
import { nextNumber, virtualNumberRow } from '@pas/testing/virtual-number-row';
import { addSetupLink } from './setup-link-row.ts';
import { addProperty, addUnit, platformCaller } from './admin-harness.ts';
import { sentLogo, setLogo } from './logo-support.ts';
import { importRow } from './import-row.ts';
import type { ReceiptAnswer } from './user-support.ts';

const inAnHour = (): string => new Date(Date.now() + 3_600_000).toISOString();

const tenantOf = ({ caller }: Owner): string => caller.tenantId ?? '';

/** Pins an identity to the account of the owner's resident. */
async function pinIdentity(owner: Owner): Promise<void> {
  const user = await UserModel.findOne({
    tenantId: tenantOf(owner),
    _id: owner.own['user_'] ?? '',
  }).lean<UserRow>();
  const now = new Date();
  const email = `${user?._id}@example.test`;
  await AccountModel.insertMany([
    {
      _id: user?.accountId ?? '',
      email,
      emailKey: email,
      emailVerifiedAt: now,
      emailVerifiedForTenants: [],
      passwordHash: null,
      identity: { issuer: 'https://identity.test', subject: newId('user') },
      createdAt: now,
      updatedAt: now,
    },
  ]);
}

/** Adds an unassigned number. */
async function addFreeNumber(owner: Owner): Promise<string> {
  const row = virtualNumberRow(tenantOf(owner));
  await VirtualNumberModel.insertMany([row]);
  return row._id;
}

/** Adds an import of the owner with an executable plan. */
async function addImport(owner: Owner, fields: Partial<ImportRow> = {}): Promise<string> {
  const totals = { rows: 0, create: 0, update: 0, unchanged: 0, skip: 0, error: 0, moveOut: 0, reverted: 0 };
  const row = importRow(tenantOf(owner), { propertyId: owner.own['prop_'] ?? null, totals, ...fields });
  await ImportModel.insertMany([row]);
  return row._id;
}

/** Preparations for routes that need more than a sample body and the suite's rows. */
export function preparationsFor(admin: () => ServiceHarness): Preparations {
  const emptyProperty = async ({ caller }: Owner): Promise<string> => (await addProperty(admin(), caller)).id;
  const emptyUnit = async ({ caller, own }: Owner): Promise<string> =>
    (await addUnit(admin(), caller, own['prop_'] ?? '', '77')).id;
  const renamed = () => ({ body: { name: 'Another name' } });
  return {
    'PATCH /api/admin/webhook-endpoints/{id}': () => ({ body: { description: 'Another receiver' } }),
    'POST /api/admin/webhook-endpoints/{id}/recover': () => ({
      body: { since: new Date(Date.now() - 3_600_000).toISOString() },
    }),
    'POST /api/admin/tenants': () => ({
      as: platformCaller(),
      body: { slug: newId('tenant').replace('_', '-') },
    }),
    'POST /api/admin/api-keys/self/rotate': ({ caller, own }) => ({
      as: { ...caller, id: own['key_'] ?? '' },
    }),
    'PATCH /api/admin/tenants/{id}': renamed,
    'PUT /api/admin/tenants/{id}/logo': () => ({ sent: sentLogo }),
    'DELETE /api/admin/tenants/{id}/logo': async ({ caller }) => {
      await setLogo(admin(), caller, sentLogo.text);
      return {};
    },
    'DELETE /api/admin/tenants/{id}': async (owner) => {
      await TenantModel.updateOne({ _id: tenantOf(owner) }, { $set: { status: 'SUSPENDED' } });
      return { as: platformCaller() };
    },
    'POST /api/admin/setup-links': (owner) => ({ as: platformCaller(tenantOf(owner)) }),
    'DELETE /api/admin/setup-links/{id}': async (owner) => ({
      as: platformCaller(tenantOf(owner)),
      own: { set_: await addSetupLink(tenantOf(owner)) },
    }),
    'PATCH /api/admin/properties/{id}': renamed,
    'DELETE /api/admin/properties/{id}': async (owner) => ({ own: { prop_: await emptyProperty(owner) } }),
    'POST /api/admin/units': () => ({ body: { label: '78' } }),
    'PUT /api/admin/units/by-external-id/{externalId}': ({ own }) => ({
      body: { propertyId: own['prop_'], label: '79' },
    }),
    'PATCH /api/admin/units/{id}': () => ({ body: { floor: '12' } }),
    'DELETE /api/admin/units/{id}': async (owner) => ({ own: { unit_: await emptyUnit(owner) } }),
    'POST /api/admin/users': () => ({ body: { email: 'jordan@example.test' } }),
    'PUT /api/admin/users/by-external-id/{externalId}': () => ({ body: { email: 'jordan@example.test' } }),
    'PATCH /api/admin/users/{id}': () => ({ body: { firstName: 'Jordan', email: 'jordan@example.test' } }),
    'POST /api/admin/users/{id}/residences': async (owner) => ({ body: { unitId: await emptyUnit(owner) } }),
    'POST /api/admin/users/{id}/transfer': async (owner) => ({
      body: { fromUnitId: owner.own['unit_'], toUnitId: await emptyUnit(owner) },
    }),
    'POST /api/admin/users/{id}/move-out/undo': async ({ caller, own }) => {
      const path = `/api/admin/users/${own['user_']}/move-out`;
      const body = { unitId: own['unit_'] };
      const left = await admin().call<ReceiptAnswer>('POST', path, { as: caller, body });
      return { own: { rcp_: left.body.receipt.id ?? '' } };
    },
    'POST /api/admin/users/{id}/erase': async ({ caller, own }) => {
      const path = `/api/admin/users/${own['user_']}/move-out`;
      await admin().call('POST', path, { as: caller, body: { unitId: own['unit_'] } });
      return {};
    },
    'POST /api/admin/users/{id}/unlink-identity': async (owner) => {
      await pinIdentity(owner);
      return {};
    },
    'POST /api/admin/onboarding/invite': ({ own }) => ({
      body: { unitId: own['unit_'], inviteeEmail: 'jordan@example.test' },
    }),
    'PATCH /api/admin/onboarding/invites/{id}': () => ({ body: { inviteeName: 'Another name' } }),
    'POST /api/admin/onboarding/dispatch': ({ own }) => ({ body: { inviteId: own['inv_'] } }),
    'POST /api/admin/onboarding/resend': ({ own }) => ({ body: { inviteId: own['inv_'] } }),
    'POST /api/admin/imports/residents/commit': async (owner) => ({ own: { imp_: await addImport(owner) } }),
    'POST /api/admin/imports/residents/{id}/commit': async (owner) => ({
      own: { imp_: await addImport(owner) },
    }),
    'POST /api/admin/imports/{id}/corrections': () => ({
      body: { cells: [{ line: 2, column: 'Apartment', value: '4C' }], mapping: { Mood: null } },
    }),
    'POST /api/admin/imports/{id}/revert': async (owner) => ({
      own: { imp_: await addImport(owner, { status: 'COMMITTED', committedAt: new Date() }) },
    }),
    ...Object.fromEntries(
      ['dispatch', 'resend', 'revoke'].map((verb) => [
        `POST /api/admin/onboarding/invites/bulk/${verb}`,
        ({ own }: Owner) => ({ body: { inviteIds: [own['inv_']] } }),
      ]),
    ),
    'POST /api/admin/onboarding/invites/bulk/create': ({ own }) => ({ body: { userIds: [own['user_']] } }),
    'POST /api/admin/test-clocks': async (owner) => {
      await TestClockModel.deleteMany({ tenantId: tenantOf(owner) });
      return { body: { frozenAt: inAnHour() } };
    },
    'POST /api/admin/test-clocks/{id}/advance': () => ({ body: { to: inAnHour() } }),
    'PATCH /api/admin/api-keys/{id}': renamed,
    'POST /api/admin/virtual-numbers': () => ({ body: { number: nextNumber() } }),
    'PATCH /api/admin/virtual-numbers/{id}': () => ({ body: { ringMode: 'TOGETHER' } }),
    'POST /api/admin/virtual-numbers/{id}/assign': async (owner) => ({
      own: { vn_: await addFreeNumber(owner) },
    }),
    'POST /api/admin/access-points': () => ({
      body: { controller: { adapter: 'nats', ref: newId('accessPoint') } },
    }),
    'PATCH /api/admin/access-points/{id}': renamed,
    'PATCH /api/admin/reports/{id}': () => ({ body: { status: 'DONE' } }),
    'PATCH /api/admin/passes/{id}': () => ({ body: { maxUses: 7 } }),
  };
}
