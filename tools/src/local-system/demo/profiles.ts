import { demoTenants, type DemoTenant } from './buildings.ts';

/** How much data a system without any is given: a handful of rows, a believable demo, or that and a million units. */
export const profiles = ['tiny', 'demo', 'load'] as const;
export type Profile = (typeof profiles)[number];

const tinyFloors = 2;
const tinyUnitsPerFloor = 3;

/** The demo's tenants as a profile has them; those of `tiny` have one small building each. */
export function tenantsOf(profile: Profile): readonly DemoTenant[] {
  if (profile !== 'tiny') return demoTenants;
  return demoTenants.map((tenant) => ({
    ...tenant,
    buildings: tenant.buildings
      .slice(0, 1)
      .map((building) => ({ ...building, floors: tinyFloors, unitsPerFloor: tinyUnitsPerFloor })),
  }));
}
