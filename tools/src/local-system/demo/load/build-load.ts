import { Faker, en } from '@faker-js/faker';
import { toLabelKey } from '@pas/shared/models/label-key';
import type { OperationContext } from '@pas/shared/context/operation-context';
import type { InviteLinks } from '@pas/shared/invites/invite-links';
import type { AccountRow } from '@pas/shared/models/account';
import type { InviteRow } from '@pas/shared/models/invite';
import type { PropertyRow } from '@pas/shared/models/property';
import type { UserRow } from '@pas/shared/models/user';
import type { UnitRow } from '@pas/shared/models/unit';
import { newProperty } from '@pas/shared/models/new-property';
import { newUnit } from '@pas/shared/models/new-unit';
import { daysBefore } from '../demo-context.ts';
import { createDice, type Dice } from '../dice.ts';
import { reservedPhone, type DemoPerson } from '../people.ts';
import { endInvite, newResident, newSentInvite } from './load-people.ts';
import { loadDomain, loadTenant, type LoadSize } from './load-tenant.ts';

/** Rows of one property. */
export interface LoadRows {
  properties: PropertyRow[];
  units: UnitRow[];
  users: UserRow[];
  accounts: AccountRow[];
  invites: InviteRow[];
}

/** A unit of the load, equal in every property. */
type Door = Pick<UnitRow, 'label' | 'labelKey' | 'dialCode' | 'floor'>;

function doorsOf({ floors, unitsPerFloor }: LoadSize): Door[] {
  return Array.from({ length: floors * unitsPerFloor }, (_, index): Door => {
    const floor = 1 + Math.floor(index / unitsPerFloor);
    const label = String(floor * 100 + 1 + (index % unitsPerFloor));
    const labelKey = toLabelKey(label);
    return { label, labelKey, dialCode: label, floor: String(floor) };
  });
}

interface Scene {
  ctx: OperationContext;
  links: InviteLinks;
  faker: Faker;
  dice: Dice;
  nextPerson: () => DemoPerson;
}

function loadProperty({ ctx, faker }: Scene, index: number): PropertyRow {
  const name = `${faker.location.street()} ${1 + (index % 99)}`;
  const [line1, city] = [faker.location.streetAddress(), faker.location.city()];
  const region = faker.location.state({ abbreviated: true });
  const postalCode = faker.location.zipCode('#####');
  const address = { line1, line2: null, city, region, postalCode, country: 'US' };
  const externalId = `summit-${String(index).padStart(5, '0')}`;
  return newProperty(ctx, { name, address, timeZone: loadTenant.timeZone, externalId });
}

const dayMs = 24 * 3_600_000;

/** Adds a resident: three in ten by an invite, six in ten with a later sign-in. */
function moveIn({ ctx, links, dice, nextPerson }: Scene, unit: UnitRow, rows: LoadRows): void {
  const person = nextPerson();
  const cameByInvite = dice.chance(0.3);
  const now = daysBefore(ctx.now, dice.between(0, 300 * 24) / 24);
  const hasSignedIn = cameByInvite || dice.chance(0.45);
  const { user, account } = newResident({ ...ctx, now }, { person, unit }, hasSignedIn);
  if (cameByInvite) {
    const sentAt = new Date(now.getTime() - dice.between(1, 6) * dayMs);
    const sent = newSentInvite({ ...ctx, now: sentAt }, links, { person, unit });
    const accepted = {
      status: 'ACCEPTED',
      previewedAt: now,
      acceptedAt: now,
      acceptedUserId: user._id,
    } as const;
    rows.invites.push(endInvite(sent, now, accepted));
    user.residences = user.residences.map((residence) => ({ ...residence, inviteId: sent._id }));
  }
  rows.users.push(user);
  if (account) rows.accounts.push(account);
}

/** Adds an invite to an empty unit; two in three expired. */
function invite({ ctx, links, dice, nextPerson }: Scene, unit: UnitRow, rows: LoadRows): void {
  const isPending = dice.chance(1 / 3);
  const hoursAgo = isPending ? dice.between(0, 5 * 24) : dice.between(10 * 24, 90 * 24);
  const now = daysBefore(ctx.now, hoursAgo / 24);
  const sent = newSentInvite({ ...ctx, now }, links, { person: nextPerson(), unit });
  const lapsed = { status: 'EXPIRED', expiredReason: 'TTL' } as const;
  rows.invites.push(isPending ? sent : endInvite(sent, sent.expiresAt, lapsed));
}

/** Returns a source of people with realistic names, unique addresses and reserved numbers. */
function peopleOf(faker: Faker): () => DemoPerson {
  let index = 0;
  return () => {
    const [firstName, lastName] = [faker.person.firstName(), faker.person.lastName()];
    const email = faker.internet.email({ firstName, lastName, provider: loadDomain }).split('@')[0];
    index += 1;
    return {
      firstName,
      lastName,
      email: `${email?.toLowerCase()}.${index}@${loadDomain}`,
      phone: reservedPhone(index),
    };
  };
}

/** Builds the load's properties one by one, equal on every machine except for ids and times. */
export function* buildLoad(
  ctx: OperationContext,
  links: InviteLinks,
  size: LoadSize,
): Generator<LoadRows, void> {
  const faker = new Faker({ locale: [en], seed: size.properties });
  const dice = createDice(size.properties);
  const doors = doorsOf(size);
  const nextPerson = peopleOf(faker);
  for (let index = 0; index < size.properties; index += 1) {
    const made = daysBefore(ctx.now, 320 + (1000 * (size.properties - index)) / size.properties);
    const scene = { ctx, links, faker, dice, nextPerson };
    const property = loadProperty({ ...scene, ctx: { ...ctx, now: made } }, index);
    const rows: LoadRows = { properties: [property], units: [], users: [], accounts: [], invites: [] };
    for (const [doorIndex, door] of doors.entries()) {
      const isOccupied = doorIndex % size.unitsPerResident === index % size.unitsPerResident;
      const at = { ...ctx, now: new Date(made.getTime() + doorIndex * 1000) };
      const occupancy = isOccupied ? 'OCCUPIED' : 'VACANT';
      const unit = newUnit(at, { ...door, propertyId: property._id, occupancy });
      rows.units.push(unit);
      if (isOccupied) moveIn(scene, unit, rows);
      else if (dice.chance(0.05)) invite(scene, unit, rows);
    }
    yield rows;
  }
}
