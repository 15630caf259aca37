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
