import { emailKey } from '@pas/shared/contacts/email';
import { createInviteLinks } from '@pas/shared/invites/invite-links';
import { AccountModel } from '@pas/shared/models/account';
import { PropertyModel } from '@pas/shared/models/property';
import { core } from '@pas/platform/mongo/connections';
import { hashPassword } from '@pas/shared/accounts/password';
import type { LocalEnvironment } from '../secrets.ts';
import type { DemoTenant } from './buildings.ts';
import { demoContext } from './demo-context.ts';
import { seedKeys } from './demo-keys.ts';
import type { Scene } from './demo-scene.ts';
import { createDice } from './dice.ts';
import { releaseEvents } from './held-back-events.ts';
import { createPeople, demoResidentEmail } from './people.ts';
import { planHomes, type PlannedBuilding } from './plan-homes.ts';
import { removeRows } from './remove-rows.ts';
import { seedDoors, seedNumbers } from './seed-doors.ts';
import { seedBuilding } from './seed-homes.ts';
import { disableResidents, seedDenials, seedStaff } from './seed-staff.ts';
import { seedTraffic } from './seed-traffic.ts';

/** Settings of the demo. */
export interface DemoSettings {
  tenants: readonly DemoTenant[];
  /** Ids of the tenants, in their order. */
  tenantIds: readonly string[];
  inviteTokenSecret: string;
  portalUrl: string;
  residentPassword: string;
  apiKeyPepper: string;
  environment: LocalEnvironment;
}

/** Returns the collection of tenants with an unfinished demo. */
const unfinished = () => core.collection<{ _id: string }>('unfinished_demos');

/** Returns whether a tenant gets a demo. A used tenant gets none. */
async function isWanted(tenantId: string): Promise<boolean> {
  if ((await PropertyModel.exists({ tenantId })) === null) return true;
  if ((await unfinished().findOne({ _id: tenantId })) === null) return false;
  await removeRows(tenantId);
  return true;
}

async function seedTenant(
  scene: Scene,
  buildings: readonly PlannedBuilding[],
  { apiKeyPepper, environment }: DemoSettings,
): Promise<void> {
  const dice = createDice(Number(scene.tenant.areaCode));
  await seedStaff(scene);
  const properties = await Promise.all(buildings.map((building) => seedBuilding(scene, building)));
  for (const property of properties) await seedDoors(scene, property, dice);
  await seedNumbers(scene);
  await seedTraffic(scene, dice);
  await disableResidents(scene);
  await seedDenials(scene);
  // Keys are shared by all environments, so only DEV creates them.
  if (environment === 'DEV') await seedKeys(scene, properties, apiKeyPepper);
}

/**
 * Fills the empty tenants of an environment with buildings, residents, invites and access events. Uses the services'
 * own operations where possible. Creates an unfinished demo again.
 */
export async function seedDemo(settings: DemoSettings, now: Date): Promise<void> {
  const { tenants, tenantIds, inviteTokenSecret, portalUrl, residentPassword, environment } = settings;
  const links = createInviteLinks([inviteTokenSecret], portalUrl);
  const nextPerson = createPeople();
  const plans = tenants.map((tenant) => planHomes(tenant, nextPerson, createDice(tenant.buildings.length)));
  const seed = async (tenant: DemoTenant, index: number): Promise<void> => {
    const _id = tenantIds[index] ?? '';
    if (!(await isWanted(_id))) return;
    await unfinished().updateOne({ _id }, { $set: { _id } }, { upsert: true });
    const ctx = demoContext(_id, tenant.owner, { environment, now });
    const scene: Scene = { ctx, tenant, onboarding: { links, channels: ['EMAIL', 'SMS'] } };
    await seedTenant(scene, plans[index] ?? [], settings);
    await releaseEvents(_id);
    await unfinished().deleteOne({ _id });
  };
  await Promise.all(tenants.map(seed));
  const passwordHash = await hashPassword(residentPassword);
  const resident = { emailKey: emailKey(demoResidentEmail), passwordHash: null };
  await AccountModel.updateOne(resident, { $set: { passwordHash, passwordVersion: 1 } });
}
