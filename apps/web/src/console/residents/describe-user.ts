import { sayPhone } from '../../phones/say-phone.ts';
import type { Entity } from '../api.ts';

/** A person of the Admin API. */
export type User = Entity<'User'>;

/** Words for the states of a person's access. */
export const statusWords: Readonly<Record<User['status'], string>> = {
  ACTIVE: 'Active',
  INVITED: 'Invited',
  FORMER: 'Moved out',
  DISABLED: 'Disabled',
};

/** Returns a person's name, else a contact. */
export function nameOfUser({ firstName, lastName, email, phone }: User): string {
  const name = [firstName, lastName].filter(Boolean).join(' ');
  return name || email || (phone && sayPhone(phone)) || 'Unnamed resident';
}

/** Returns the residences that are current or future at a time. */
export const livingResidences = ({ residences }: User, now = Date.now()): User['residences'] =>
  residences.filter(
    ({ endsAt, canceledAt }) => canceledAt === null && (endsAt === null || Date.parse(endsAt) > now),
  );

/** A period in which a person lives in a unit. */
export type Residence = User['residences'][number];

/** Returns the residences that have ended, the latest first. Cancelled ones are left out. */
export const formerResidences = ({ residences }: User, now = Date.now()): Residence[] =>
  residences
    .filter(({ endsAt, canceledAt }) => canceledAt === null && endsAt !== null && Date.parse(endsAt) <= now)
    .toSorted((a, b) => Date.parse(b.endsAt ?? '') - Date.parse(a.endsAt ?? ''));

/**
 * Returns the residences that a list shows for a person. For a given unit, these are all residences there.
 * Otherwise they are the current and future ones, or the last one of a former resident.
 */
export function shownResidences(user: User, unitId?: string, now = Date.now()): readonly Residence[] {
  const former = formerResidences(user, now);
  const living = livingResidences(user, now);
  if (unitId !== undefined) return [...living, ...former].filter((residence) => residence.unitId === unitId);
  return living.length > 0 ? living : former.slice(0, 1);
}

/** Returns the last moment before an end. At an end at midnight, its date is the last day. */
export const lastMoment = (endsAt: string): string => new Date(Date.parse(endsAt) - 1).toISOString();

/**
 * Returns the status of a person after the end of a block. A resident who has accepted no invite is INVITED
 * again and can accept a new one. The next sign-in makes an INVITED resident ACTIVE.
 */
export const enabledStatus = ({
  kind,
  residences,
}: Pick<User, 'kind' | 'residences'>): 'ACTIVE' | 'INVITED' =>
  kind === 'STAFF' || residences.some(({ inviteId }) => inviteId !== null) ? 'ACTIVE' : 'INVITED';
