import type { OperationContext } from '@pas/shared/context/operation-context';
import type { InviteLinks } from '@pas/shared/invites/invite-links';
import type { AccountRow } from '@pas/shared/models/account';
import type { ImportRow } from '@pas/shared/models/import';
import type { InviteRow } from '@pas/shared/models/invite';
import type { PropertyRow } from '@pas/shared/models/property';
import type { UnitRow } from '@pas/shared/models/unit';
import type { UserRow } from '@pas/shared/models/user';
import type { DemoTenant } from './buildings.ts';
import { daysBefore } from './demo-context.ts';
import { demoImports } from './demo-imports.ts';
import { acceptedInvite, expiredInvite, pendingInvite, sentInvite } from './demo-invites.ts';
import { newDemoResident } from './demo-residents.ts';
import { newDemoProperty } from './demo-units.ts';
import { createDice, type Dice } from './dice.ts';
import { layOutTraffic, type TrafficRows } from './lay-out-traffic.ts';
import { demoPerson, residentDomain, type DemoPerson } from './people.ts';

/** All rows of one tenant's demo. */
export interface DemoRows extends TrafficRows {
  properties: PropertyRow[];
  units: UnitRow[];
  users: UserRow[];
  accounts: AccountRow[];
  invites: InviteRow[];
  imports: ImportRow[];
}

/** Where the demo's people come from: each is drawn once, over all tenants. */
export interface People {
  next(): DemoPerson;
}

/** People in the order of their numbers. */
export function createPeople(): People {
  let index = 0;
  return {
    next() {
      index += 1;
      return demoPerson(index - 1, residentDomain);
    },
  };
}

/** Where people live, and how they came there. */
type Homes = Omit<DemoRows, keyof TrafficRows>;

interface Scene {
  ctx: OperationContext;
  links: InviteLinks;
  people: People;
  dice: Dice;
  rows: Homes;
}

/** What has become of the invites to empty units, in turn; null for a unit that nobody is invited to. */
const vacantStories = ['sent', null, 'pending', 'TTL', 'sent', 'REVOKED', null, 'sent', 'TTL'] as const;

const makerAt = ({ ctx, links }: Scene, daysAgo: number) => ({
  ctx: { ...ctx, now: daysBefore(ctx.now, daysAgo) },
  links,
});

/** Has a person move in: by invite, or entered by a manager, which ends the invite that was under way. */
function moveIn(scene: Scene, unit: UnitRow, role: 'PRIMARY' | 'OCCUPANT'): void {
  const { ctx, people, dice, rows } = scene;
  const person = people.next();
  const daysAgo = dice.between(20, 380);
  const isFirst = rows.users.length === 0;
  const cameByInvite = isFirst || dice.chance(0.6);
  const { user, account } = newDemoResident(ctx, {
    person,
    unit,
    role,
    startsAt: daysBefore(ctx.now, daysAgo),
    hasSignedIn: cameByInvite || dice.chance(0.7),
  });
  // The invite went out some hours before, within the week for which it is good.
  const maker = makerAt(scene, daysAgo + dice.between(3, 96) / 24);
  if (cameByInvite) {
    const invite = acceptedInvite(maker, { unit, person }, { userId: user._id, acceptedAt: user.createdAt });
    rows.invites.push(invite);
    user.residences = user.residences.map((residence) => ({ ...residence, inviteId: invite._id }));
  } else if (dice.chance(0.2)) {
    rows.invites.push(expiredInvite(maker, { unit, person }, 'SUPERSEDED'));
  }
  rows.users.push(user);
  if (account) rows.accounts.push(account);
}

/** Leaves a unit empty, and invites somebody to most of them. */
function leaveVacant(scene: Scene, unit: UnitRow, index: number): void {
  const story = vacantStories[index % vacantStories.length];
  if (!story) return;
  const person = scene.people.next();
  const { dice, rows } = scene;
  if (story === 'pending') rows.invites.push(pendingInvite(makerAt(scene, 0), unit, person));
  else if (story === 'sent') rows.invites.push(sentInvite(makerAt(scene, dice.between(1, 5)), unit, person));
  else rows.invites.push(expiredInvite(makerAt(scene, dice.between(10, 60)), { unit, person }, story));
}

function occupy(scene: Scene, unit: UnitRow): UnitRow {
  moveIn(scene, unit, 'PRIMARY');
  if (scene.dice.chance(0.25)) moveIn(scene, unit, 'OCCUPANT');
  return { ...unit, occupancy: 'OCCUPIED' };
}

/** Lays out one tenant's buildings, four in five units lived in, with residents and invites in all states. */
export function layOutDemo(
  ctx: OperationContext,
  tenant: DemoTenant,
  { links, people }: { links: InviteLinks; people: People },
): DemoRows {
  const rows: Homes = { properties: [], units: [], users: [], accounts: [], invites: [], imports: [] };
  const dice = createDice(tenant.buildings.length);
  const scene = { ctx, links, people, dice, rows };
  let vacant = 0;
  for (const building of tenant.buildings) {
    const { property, units } = newDemoProperty(ctx, tenant, building);
    rows.properties.push(property);
    for (const [index, unit] of units.entries()) {
      const isOccupied = index === 0 || dice.chance(0.8);
      rows.units.push(isOccupied ? occupy(scene, unit) : unit);
      if (isOccupied) continue;
      leaveVacant(scene, unit, vacant);
      vacant += 1;
    }
  }
  rows.imports = demoImports(ctx, rows.properties);
  return { ...rows, ...layOutTraffic(ctx, tenant, rows) };
}
