import type { DemoStaff } from '../buildings.ts';

/** The customer of the `load` profile, large enough to reveal slow code. */
export const loadTenant = {
  slug: 'summit-estates',
  name: 'Summit Estates',
  timeZone: 'America/Chicago',
  owner: {
    name: 'Priya Castellan',
    email: 'priya.castellan@summit-estates.test',
    role: 'OWNER',
  } satisfies DemoStaff,
};

/** Mail domain of its residents, used by no other account. */
export const loadDomain = 'summit-residents.test';

/** Number of rows of the customer. */
export interface LoadSize {
  properties: number;
  floors: number;
  unitsPerFloor: number;
  /** Number of units per resident: every n-th unit has one. */
  unitsPerResident: number;
}

/** A million units and two hundred thousand residents. */
export const fullLoad: LoadSize = { properties: 2000, floors: 25, unitsPerFloor: 20, unitsPerResident: 5 };
