import type { Entity } from '../api.ts';

/** A session of a member of staff in the console. */
export type StaffSession = Entity<'StaffSession'>;

const roles: Readonly<Record<NonNullable<StaffSession['staff']['role']>, string>> = {
  OWNER: 'Owner',
  MANAGER: 'Manager',
  FRONT_DESK: 'Front desk',
  SUPPORT: 'Support',
};

/** Returns the name of the person of a session, else the e-mail or the id. */
export const nameOfStaff = ({ staff: { name, email, id } }: StaffSession): string => name ?? email ?? id;

/** Returns the role of a session in words. */
export const roleOf = ({ staff: { role } }: StaffSession): string =>
  role === null ? 'No role' : roles[role];

const browsers = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['Firefox', 'Firefox'],
  ['FxiOS', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['CriOS', 'Chrome'],
  ['Safari', 'Safari'],
] as const;

const systems = [
  ['Windows', 'Windows'],
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Mac OS', 'Mac'],
  ['Linux', 'Linux'],
] as const;

const nameIn = (
  text: string,
  names: readonly (readonly [mark: string, name: string])[],
): string | undefined => names.find(([mark]) => text.includes(mark))?.[1];

/** Returns the browser and the system of a session in words, such as `Firefox on Windows`. */
export function browserOf({ userAgent }: Pick<StaffSession, 'userAgent'>): string {
  if (userAgent === null) return 'Unknown browser';
  const browser = nameIn(userAgent, browsers) ?? 'Unknown browser';
  const system = nameIn(userAgent, systems);
  return system === undefined ? browser : `${browser} on ${system}`;
}
