import type { DemoStaff } from '../buildings.ts';

/** The customer of the `load` profile: a size at which whatever is slow shows. */
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

/** Where its residents have their mail: nobody else's accounts are of this domain. */
export const loadDomain = 'summit-residents.test';

/** How many rows the customer has. */
export interface LoadSize {
  properties: number;
  floors: number;
  unitsPerFloor: number;
  /** Every so manieth unit is lived in, by one person. */
  unitsPerResident: number;
}

/** A million units and two hundred thousand residents. */
export const fullLoad: LoadSize = { properties: 2000, floors: 25, unitsPerFloor: 20, unitsPerResident: 5 };
