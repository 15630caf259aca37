import type { DemoBuilding, DemoTenant } from './buildings.ts';
import type { Dice } from './dice.ts';
import type { DemoPerson } from './people.ts';

/** How somebody came to live where they do. */
export interface Resident {
  person: DemoPerson;
  role: 'PRIMARY' | 'OCCUPANT';
  /** When the residence began. */
  daysAgo: number;
  /** How long before that an invite went out; null for a person whom nobody invited. */
  invitedHoursBefore: number | null;
  /** By the invite, or entered by a manager, which ends an invite that is under way. */
  cameBy: 'invite' | 'manager';
  hasSignedIn: boolean;
}

/** An invite to an empty unit, and what has become of it. */
export interface OpenInvite {
  person: DemoPerson;
  daysAgo: number;
  story: 'unsent' | 'sent' | 'delivered' | 'bounced' | 'refused' | 'lapsed' | 'revoked';
}

/** A unit with those who live there, or else who is invited to. */
export interface Home {
  label: string;
  floor: string;
  residents: readonly Resident[];
  invite: OpenInvite | null;
}

/** A building with its units. */
export interface PlannedBuilding {
  building: DemoBuilding;
  homes: readonly Home[];
}

/** What has become of the invites to empty units, in turn; null for a unit that nobody is invited to. */
const stories = [
  'sent',
  null,
  'delivered',
  'lapsed',
  'bounced',
  'revoked',
  'unsent',
  'delivered',
  'refused',
  'sent',
  null,
  'lapsed',
] as const;
const daysAgoOf = {
  unsent: [0, 0.25],
  sent: [0, 0.25],
  delivered: [1, 5],
  bounced: [1, 4],
  refused: [2, 4],
  lapsed: [10, 60],
  revoked: [10, 60],
} satisfies Record<OpenInvite['story'], [number, number]>;

const countTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1);

/** To the minute: people come at all hours. */
const minutesOfDay = 24 * 60;
const drawDaysAgo = (dice: Dice, [min, max]: readonly [number, number]): number =>
  dice.between(min * minutesOfDay, max * minutesOfDay) / minutesOfDay;

/** When residents have moved in. */
const residenceDaysAgo = [20, 380] as const;

type NextPerson = () => DemoPerson;

function planPrimary(person: DemoPerson, dice: Dice, isFirst: boolean): Resident {
  const daysAgo = drawDaysAgo(dice, residenceDaysAgo);
  const isByInvite = isFirst || dice.chance(0.7);
  const isInvited = isByInvite || dice.chance(0.2);
  return {
    person,
    role: 'PRIMARY',
    daysAgo,
    // Within the week for which the invite is good.
    invitedHoursBefore: isInvited ? dice.between(3, 96) : null,
    cameBy: isByInvite ? 'invite' : 'manager',
    hasSignedIn: isByInvite || dice.chance(0.7),
  };
}

function planOccupant(person: DemoPerson, dice: Dice): Resident {
  const hasSignedIn = dice.chance(0.7);
  const daysAgo = drawDaysAgo(dice, residenceDaysAgo);
  return { person, role: 'OCCUPANT', daysAgo, invitedHoursBefore: null, cameBy: 'manager', hasSignedIn };
}

/** Plans a tenant's buildings, four in five units lived in, with invites in all states: the same on every run. */
export function planHomes({ buildings }: DemoTenant, nextPerson: NextPerson, dice: Dice): PlannedBuilding[] {
  let occupied = 0;
  let vacant = 0;
  const planHome = (isFirstOfBuilding: boolean): Pick<Home, 'residents' | 'invite'> => {
    if (isFirstOfBuilding || dice.chance(0.8)) {
      const primary = planPrimary(nextPerson(), dice, occupied === 0);
      occupied += 1;
      const residents = dice.chance(0.25) ? [primary, planOccupant(nextPerson(), dice)] : [primary];
      return { residents, invite: null };
    }
    const story = stories[vacant % stories.length] ?? null;
    vacant += 1;
    if (story === null) return { residents: [], invite: null };
    const daysAgo = drawDaysAgo(dice, daysAgoOf[story]);
    return { residents: [], invite: { person: nextPerson(), daysAgo, story } };
  };
  return buildings.map((building) => ({
    building,
    homes: countTo(building.floors).flatMap((floor) =>
      countTo(building.unitsPerFloor).map((place) => ({
        label: building.label(floor, place),
        floor: String(floor),
        ...planHome(floor === 1 && place === 1),
      })),
    ),
  }));
}
