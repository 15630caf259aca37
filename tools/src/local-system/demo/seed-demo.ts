import { emailKey } from '@pas/shared/contacts/email';
import { createInviteLinks } from '@pas/shared/invites/invite-links';
import { AccessEventModel } from '@pas/shared/models/access-event';
import { AccessPointModel } from '@pas/shared/models/access-point';
import { AccountModel } from '@pas/shared/models/account';
import { CallModel } from '@pas/shared/models/call';
import { DeviceModel } from '@pas/shared/models/device';
import { ImportModel } from '@pas/shared/models/import';
import { InviteModel } from '@pas/shared/models/invite';
import { PropertyModel } from '@pas/shared/models/property';
import { UnitModel } from '@pas/shared/models/unit';
import { UserModel } from '@pas/shared/models/user';
import { VirtualNumberModel } from '@pas/shared/models/virtual-number';
import { core } from '@pas/platform/mongo/connections';
import { inTransaction } from '@pas/platform/mongo/in-transaction';
import { hashPassword } from '@pas/shared/accounts/password';
import type { DemoTenant } from './buildings.ts';
import { demoContext } from './demo-context.ts';
import { createPeople, layOutDemo, type DemoRows } from './lay-out-demo.ts';
import { demoResidentEmail } from './resident-email.ts';

/** What the demo is made with. */
export interface DemoSettings {
  tenants: readonly DemoTenant[];
  /** Of the tenants, in their order. */
  tenantIds: readonly string[];
  inviteTokenSecret: string;
  portalUrl: string;
  residentPassword: string;
}

/** Whether a tenant has or had a property: where anybody has worked, no demo is put between. */
async function hasProperties(tenantId: string): Promise<boolean> {
  return (await PropertyModel.exists({ tenantId })) !== null;
}

/** The rows go in as they are, all or none: a start that is broken off leaves no half of a demo. */
async function insertRows(rows: DemoRows): Promise<void> {
  await inTransaction(core, async (session) => {
    const options = { session };
    await PropertyModel.insertMany(rows.properties, options);
    await UnitModel.insertMany(rows.units, options);
    await AccountModel.insertMany(rows.accounts, options);
    await UserModel.insertMany(rows.users, options);
    await InviteModel.insertMany(rows.invites, options);
    await ImportModel.insertMany(rows.imports, options);
    // Thousands of them, so that making a document of each would take a while.
    const asTheyAre = { session, lean: true };
    await AccessPointModel.insertMany(rows.accessPoints, asTheyAre);
    await VirtualNumberModel.insertMany(rows.virtualNumbers, asTheyAre);
    await DeviceModel.insertMany(rows.devices, asTheyAre);
    await CallModel.insertMany(rows.calls, asTheyAre);
    await AccessEventModel.insertMany(rows.accessEvents, asTheyAre);
  });
}

/**
 * Fills the tenants of DEV that are still empty with buildings, residents and invites, and what came and went by their
 * doors.
 *
 * @returns false where there was something already
 */
export async function seedDemo(settings: DemoSettings, now: Date): Promise<boolean> {
  const areUsed = await Promise.all(settings.tenantIds.map(hasProperties));
  if (areUsed.includes(true)) return false;
  const links = createInviteLinks([settings.inviteTokenSecret], settings.portalUrl);
  const people = createPeople();
  const passwordHash = await hashPassword(settings.residentPassword);
  for (const [index, tenant] of settings.tenants.entries()) {
    const ctx = demoContext(settings.tenantIds[index] ?? '', tenant.owner, now);
    const rows = layOutDemo(ctx, tenant, { links, people });
    const accounts = rows.accounts.map((account) =>
      account.emailKey === emailKey(demoResidentEmail) ? { ...account, passwordHash } : account,
    );
    await insertRows({ ...rows, accounts });
  }
  return true;
}
