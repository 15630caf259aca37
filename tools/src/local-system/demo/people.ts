import type { Secrets } from '../secrets.ts';
import { demoTenants, type DemoTenant } from './buildings.ts';
import { loadTenant } from './load/load-tenant.ts';

/** A resident of the demo, with a reserved number (555-0100 to 555-0199) and domain (RFC 2606). */
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

/** Returns the local part of an address: `nora.ekstrom` for `Nora Ekström`. */
function localPart(...names: readonly string[]): string {
  return names
    .join('.')
    .normalize('NFKD')
    .replaceAll(/[^\w.]/g, '')
    .toLowerCase();
}

/** Returns reserved fictional number `index` of an area (555-0100 to 555-0199), in E.164. */
export function reservedNumber(areaCode: string, index: number): string {
  return `+1${areaCode}555${String(100 + (index % 100)).padStart(4, '0')}`;
}

/** Returns one of the 400 reserved numbers of four areas. */
export function reservedPhone(index: number): string {
  return reservedNumber(areaCodes[Math.floor(index / 100) % areaCodes.length] ?? '', index);
}

/** Returns person `index` of the demo, always the same. The first 400 have different addresses and numbers. */
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

/** Mail domain of the demo's residents. */
const residentDomain = 'residents.test';

/** Returns a source of the demo's people in order, shared by all tenants. */
export function createPeople(): () => DemoPerson {
  let index = 0;
  return () => {
    index += 1;
    return demoPerson(index - 1, residentDomain);
  };
}

/** E-mail of the resident with a password in `local.json`. */
export const demoResidentEmail = demoPerson(0, residentDomain).email;

/** Returns the organization of a tenant at the identity provider. */
export function organizationOf({ slug }: Pick<DemoTenant, 'slug'>): { id: string; slug: string } {
  return { id: `org_${slug.replaceAll('-', '_')}`, slug };
}

/** Returns the staff member who signs in to the dashboard: the owner of the first tenant. */
export function demoStaff({ staffPassword }: Pick<Secrets, 'staffPassword'>) {
  const [tenant] = demoTenants;
  const { name, email } = tenant.owner;
  return { name, email, password: staffPassword, organization: organizationOf(tenant).id };
}

/** A company without a tenant, whose owner signs in once a test has created it. */
export const newCompany = {
  slug: 'first-light-homes',
  name: 'First Light Homes',
  owner: { name: 'Noor Haddad', email: 'noor.haddad@first-light-homes.test', role: 'OWNER' },
} as const satisfies Pick<DemoTenant, 'slug' | 'name' | 'owner'>;

/** Returns all people of the sandbox's identity provider. */
export function demoPeople({ staffPassword: password }: Pick<Secrets, 'staffPassword'>) {
  const ofDemo = demoTenants.flatMap((tenant: DemoTenant) =>
    [tenant.owner, ...tenant.team].filter(({ hasLeft }) => !hasLeft).map((person) => ({ ...person, tenant })),
  );
  // Unless they are created, these two tenants do not exist and their owners cannot sign in.
  const staff = [
    ...ofDemo,
    { ...loadTenant.owner, tenant: loadTenant },
    { ...newCompany.owner, tenant: newCompany },
  ];
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
