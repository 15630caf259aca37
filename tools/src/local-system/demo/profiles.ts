import { demoTenants, type DemoTenant } from './buildings.ts';

/** Amounts of data for a new system: few rows, a realistic demo, or the demo and a million units. */
export const profiles = ['tiny', 'demo', 'load'] as const;
export type Profile = (typeof profiles)[number];

const tinyFloors = 2;
const tinyUnitsPerFloor = 3;

/** Returns the demo's tenants of a profile. Those of `tiny` have one small building each. */
export function tenantsOf(profile: Profile): readonly DemoTenant[] {
  if (profile !== 'tiny') return demoTenants;
  return demoTenants.map((tenant) => ({
    ...tenant,
    buildings: tenant.buildings
      .slice(0, 1)
      .map((building) => ({ ...building, floors: tinyFloors, unitsPerFloor: tinyUnitsPerFloor })),
  }));
}
