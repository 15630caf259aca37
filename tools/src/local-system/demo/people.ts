import type { Secrets } from '../secrets.ts';
import { demoTenants, type DemoTenant } from './buildings.ts';
import { loadTenant } from './load/load-tenant.ts';

/** Who lives in the demo. Reserved numbers (555-0100 to 555-0199) and domains (RFC 2606) alone. */
export interface DemoPerson {
  firstName: string;
  lastName: string;
  email: string;
  /** E.164. */
  phone: string;
}

const firstNames = (
  'Ada Amir Ana Ben Carla Chidi Clara Daniel Devi Diego Elena Emil Esther Farah Felix Grace Hana Hugo Ines Ivan ' +
  'Jamal Joan Kai Leila Lena Liam Lucia Malik Maria Mateo Mina Nadia Noah Nora Omar Owen Priya Rafael Rosa Ruth ' +
  'Samir Sofia Tara Theo Uma Victor Wendy Yusuf Zoe'
).split(' ');

const lastNames = (
  'Abbott Alvarez Bauer Bennett Castillo Chen Cohen Costa Dawson Diaz Ekström Fischer Flores Garcia Grant Haddad ' +
  'Hughes Ibrahim Ito Jensen Johansson Kaya Khan Kim Larsen Lopez Marino Mensah Moreau Nakamura Nguyen Novak Okafor ' +
  'Olsen Park Patel Quinn Reyes Rossi Sato Schmidt Silva Singh Tanaka Torres Weber Wong'
).split(' ');

const areaCodes = ['202', '312', '415', '617'];

/** Makes an address of a name: `Nora Ekström` is `nora.ekstrom`. */
function localPart(...names: readonly string[]): string {
  return names
    .join('.')
    .normalize('NFKD')
    .replaceAll(/[^\w.]/g, '')
    .toLowerCase();
}

/** Number `index` of those that are reserved for stories in an area (555-0100 to 555-0199), in E.164. */
export function reservedNumber(areaCode: string, index: number): string {
  return `+1${areaCode}555${String(100 + (index % 100)).padStart(4, '0')}`;
}

/** One of the four hundred reserved numbers of four places. */
export function reservedPhone(index: number): string {
  return reservedNumber(areaCodes[Math.floor(index / 100) % areaCodes.length] ?? '', index);
}

/** Person number `index` of the demo, always the same; no two of the first 400 share an address or a number. */
function demoPerson(index: number, domain: string): DemoPerson {
  const firstName = firstNames[index % firstNames.length] ?? '';
  const lastName = lastNames[(index * 7) % lastNames.length] ?? '';
  return {
    firstName,
    lastName,
    email: `${localPart(firstName, lastName)}@${domain}`,
    phone: reservedPhone(index),
  };
}

/** Where the demo's residents have their mail. */
const residentDomain = 'residents.test';

/** The demo's people in their order: each is drawn once, over all tenants. */
export function createPeople(): () => DemoPerson {
  let index = 0;
  return () => {
    index += 1;
    return demoPerson(index - 1, residentDomain);
  };
}

/** The resident whose password stands in `local.json`. */
export const demoResidentEmail = demoPerson(0, residentDomain).email;

/** How the identity provider knows a tenant: as an organization, by an id of its own. */
export function organizationOf({ slug }: Pick<DemoTenant, 'slug'>): { id: string; slug: string } {
  return { id: `org_${slug.replaceAll('-', '_')}`, slug };
}

/** The staff member who signs in to the dashboard: owner of the first tenant. */
export function demoStaff({ staffPassword }: Pick<Secrets, 'staffPassword'>) {
  const [tenant] = demoTenants;
  const { name, email } = tenant.owner;
  return { name, email, password: staffPassword, organization: organizationOf(tenant).id };
}

/** Everybody whom the sandbox's identity provider knows from the start. */
export function demoPeople({ staffPassword: password }: Pick<Secrets, 'staffPassword'>) {
  const ofDemo = demoTenants.flatMap((tenant: DemoTenant) =>
    [tenant.owner, ...tenant.team].filter(({ hasLeft }) => !hasLeft).map((person) => ({ ...person, tenant })),
  );
  // Without the load there is no such tenant, and its owner is let in nowhere.
  const staff = [...ofDemo, { ...loadTenant.owner, tenant: loadTenant }];
  const residents = [demoPerson(0, residentDomain), demoPerson(1, residentDomain)];
  return {
    staff: staff.map(({ name, email, tenant, role }) => ({
      name,
      email,
      password,
      organizations: [{ ...organizationOf(tenant), role }],
    })),
    residents: residents.map((person) => ({
      email: person.email,
      name: `${person.firstName} ${person.lastName}`,
    })),
  };
}
