import type { DemoBuilding, DemoTenant } from './buildings.ts';
import type { Dice } from './dice.ts';
import type { DemoPerson } from './people.ts';

/** A resident with the history of the move-in. */
export interface Resident {
  person: DemoPerson;
  role: 'PRIMARY' | 'OCCUPANT';
  /** Days since the move-in. */
  daysAgo: number;
  /** Hours between invite and move-in; null without an invite. */
  invitedHoursBefore: number | null;
  /** Origin of the residence: the invite, or a manager, which ends an open invite. */
  cameBy: 'invite' | 'manager';
  hasSignedIn: boolean;
}

/** An invite to an empty unit, and its state. */
export interface OpenInvite {
  person: DemoPerson;
  daysAgo: number;
  story: 'unsent' | 'sent' | 'delivered' | 'bounced' | 'refused' | 'lapsed' | 'revoked';
}

/** A unit with its residents, or else its invite. */
export interface Home {
  label: string;
  floor: string;
  residents: readonly Resident[];
  invite: OpenInvite | null;
}

/** A planned building with its units. */
export interface PlannedBuilding {
  building: DemoBuilding;
  homes: readonly Home[];
}

/** States of the invites to empty units, in turn; null for a unit without an invite. */
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

/** Move-ins are spread over all minutes of a day. */
const minutesOfDay = 24 * 60;
const drawDaysAgo = (dice: Dice, [min, max]: readonly [number, number]): number =>
  dice.between(min * minutesOfDay, max * minutesOfDay) / minutesOfDay;

/** Range of move-ins, in days before now. */
const residenceDaysAgo = [20, 380] as const;

type NextPerson = () => DemoPerson;

function planPrimary(person: DemoPerson, dice: Dice, isFirst: boolean): Resident {
  const daysAgo = drawDaysAgo(dice, residenceDaysAgo);
  const isByInvite = isFirst || dice.chance(0.7);
  const isInvited = isByInvite || dice.chance(0.2);
  // Within the week for which the invite is valid.
  const invitedHoursBefore = isInvited ? dice.between(3, 96) : null;
  const isKnown = isByInvite || dice.chance(0.7);
  // A move-in ends only the invite of a person who has signed in.
  const hasSignedIn = isInvited || isKnown;
  const cameBy = isByInvite ? 'invite' : 'manager';
  return { person, role: 'PRIMARY', daysAgo, invitedHoursBefore, cameBy, hasSignedIn };
}

function planOccupant(person: DemoPerson, dice: Dice): Resident {
  const hasSignedIn = dice.chance(0.7);
  const daysAgo = drawDaysAgo(dice, residenceDaysAgo);
  return { person, role: 'OCCUPANT', daysAgo, invitedHoursBefore: null, cameBy: 'manager', hasSignedIn };
}

/** Plans a tenant's buildings with 80 % occupied units and invites in all states, the same on every run. */
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
