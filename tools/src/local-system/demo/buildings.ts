/** A customer company of the demo, with its staff and buildings. */
export interface DemoTenant {
  slug: string;
  name: string;
  timeZone: string;
  /** Area code of its virtual numbers; no resident's number has it. */
  areaCode: string;
  owner: DemoStaff;
  /** Other staff. */
  team: readonly DemoStaff[];
  buildings: readonly DemoBuilding[];
}

/** A person of a tenant's staff. */
export interface DemoStaff {
  name: string;
  email: string;
  role: 'OWNER' | 'MANAGER' | 'FRONT_DESK' | 'SUPPORT';
  /** True for a former employee, who cannot sign in. */
  hasLeft?: boolean;
}

/** A building and the pattern of its unit labels. */
export interface DemoBuilding {
  name: string;
  line1: string;
  city: string;
  region: string;
  postalCode: string;
  floors: number;
  unitsPerFloor: number;
  /** Returns the label of a unit by its floor and its number there, both from 1. */
  label: (floor: number, number: number) => string;
}

const letter = (number: number): string => String.fromCharCode(64 + number);
const hundreds = (floor: number, number: number): string => String(floor * 100 + number);

const maple: readonly DemoBuilding[] = [
  {
    name: 'Maple Court',
    line1: '18 Linden Street',
    city: 'Boston',
    region: 'MA',
    postalCode: '02118',
    floors: 12,
    unitsPerFloor: 5,
    label: (floor, number) => `Apt ${floor}${letter(number)}`,
  },
  {
    name: 'Maple Gardens',
    line1: '240 Orchard Avenue',
    city: 'Cambridge',
    region: 'MA',
    postalCode: '02139',
    floors: 5,
    unitsPerFloor: 10,
    label: hundreds,
  },
  {
    name: 'The Foundry Lofts',
    line1: '7 Ironworks Lane',
    city: 'Somerville',
    region: 'MA',
    postalCode: '02143',
    floors: 3,
    unitsPerFloor: 10,
    label: (floor, number) => `Loft ${floor}-${number}`,
  },
];

const harbor: readonly DemoBuilding[] = [
  {
    name: 'Harbor View North',
    line1: '901 Pier Road',
    city: 'Seattle',
    region: 'WA',
    postalCode: '98101',
    floors: 8,
    unitsPerFloor: 5,
    label: hundreds,
  },
  {
    name: 'Quayside Studios',
    line1: '12 Wharf Walk',
    city: 'Seattle',
    region: 'WA',
    postalCode: '98104',
    floors: 4,
    unitsPerFloor: 5,
    label: (floor, number) => `Studio ${floor}${letter(number)}`,
  },
];

/** Customers of the demo: two, to show that their data is isolated. */
export const demoTenants = [
  {
    slug: 'maple-living',
    name: 'Maple Living',
    timeZone: 'America/New_York',
    areaCode: '857',
    owner: { name: 'Dana Whitfield', email: 'dana.whitfield@maple-living.test', role: 'OWNER' },
    team: [
      { name: 'Eli Porter', email: 'eli.porter@maple-living.test', role: 'MANAGER' },
      { name: 'Sam Ortega', email: 'sam.ortega@maple-living.test', role: 'SUPPORT' },
      { name: 'Nia Park', email: 'nia.park@maple-living.test', role: 'FRONT_DESK' },
      { name: 'Kit Lowell', email: 'kit.lowell@maple-living.test', role: 'MANAGER', hasLeft: true },
    ],
    buildings: maple,
  },
  {
    slug: 'harbor-homes',
    name: 'Harbor Homes',
    timeZone: 'America/Los_Angeles',
    areaCode: '206',
    owner: { name: 'Marcus Hale', email: 'marcus.hale@harbor-homes.test', role: 'OWNER' },
    team: [
      { name: 'Ingrid Voss', email: 'ingrid.voss@harbor-homes.test', role: 'MANAGER' },
      { name: 'Tom Arden', email: 'tom.arden@harbor-homes.test', role: 'SUPPORT' },
    ],
    buildings: harbor,
  },
] as const satisfies readonly DemoTenant[];
