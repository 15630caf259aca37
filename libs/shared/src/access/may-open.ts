import type { AccessPointRow } from '../models/access-point.ts';
import { userStatusAt } from '../models/former.ts';
import { isCurrent, type Residence, type UserRow } from '../models/user.ts';
import { decide, type Decision, type Rule } from './decide.ts';

/** Fields of a person that the rules read. */
export type Opener = Pick<UserRow, 'tenantId' | 'status' | 'formerDueAt' | 'isLive' | 'residences'>;

type Door = Pick<AccessPointRow, 'isLive' | 'propertyId' | 'unitId'>;

/** Returns the rule that applies to every caller at a door. */
export const doorInService = ({ isLive }: Pick<Door, 'isLive'>): Rule => ({
  name: 'door_in_service',
  isPassed: isLive,
  denial: 'door_deleted',
  says: ['The door is in service.', 'The door was deleted.'],
});

/** Returns the current residence that lets a person open a door. If several do, it returns the earliest. */
export function residenceAt(door: Door, { tenantId, residences }: Opener, now: Date): Residence | null {
  const current = residences.filter((residence) => isCurrent(residence, { tenantId, now }));
  const fitting = current.filter(({ propertyId, unitId }) =>
    door.unitId === null ? propertyId === door.propertyId : unitId === door.unitId,
  );
  return fitting.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())[0] ?? null;
}

/**
 * Decides whether a resident may open a door. A door of the whole property needs a current residence in the property.
 * A door of a unit needs a current residence in that unit. The status of the property does not matter: doors of an
 * archived property keep working for its residents.
 */
export function mayOpen(door: Door, person: Opener, now: Date): Decision {
  const { propertyId, unitId } = door;
  const status = userStatusAt(person, now);
  const livesThere = person.residences.some(
    (residence) =>
      residence.propertyId === propertyId && isCurrent(residence, { tenantId: person.tenantId, now }),
  );
  const ownUnit: Rule = {
    name: 'own_unit',
    isPassed: residenceAt(door, person, now) !== null,
    denial: 'not_own_unit',
    says: ['The door belongs to the unit of the person.', 'The door belongs to another unit.'],
  };
  return decide([
    doorInService(door),
    {
      name: 'person_admitted',
      isPassed: person.isLive && status !== 'DISABLED',
      denial: 'resident_disabled',
      says: ['The person may sign in.', 'The person is disabled or deleted.'],
    },
    {
      name: 'current_residence',
      isPassed: livesThere,
      denial: 'not_a_resident_here',
      says: ['The person lives in this building now.', 'The person does not live in this building now.'],
    },
    ...(unitId === null ? [] : [ownUnit]),
  ]);
}
/** Decides for staff and API keys. Earlier checks cover their scopes and properties. */
export function staffMayOpen(door: Pick<Door, 'isLive'>): Decision {
  return decide([
    doorInService(door),
    {
      name: 'staff',
      isPassed: true,
      says: ['The caller may open the doors of this building.'],
    },
  ]);
}
