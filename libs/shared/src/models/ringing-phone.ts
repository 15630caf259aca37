import type { UserRow } from './user.ts';

/** Fields that decide whether calls ring a resident's phone. */
export type PhoneFields = Pick<UserRow, 'phone' | 'verifiedPhone' | 'claimedPhone'>;

/**
 * Whether calls ring a resident's phone. The resident has proved it, or staff have entered it. The person who answers
 * can open the door, so a number that only the resident entered does not ring.
 */
export const hasRingingPhone = ({ phone, verifiedPhone, claimedPhone }: PhoneFields): boolean =>
  phone !== null && (phone === verifiedPhone || phone !== claimedPhone);

/** Whether calls ring a resident's phone, which must not be a virtual number of the system. */
export const isPhoneRung = (person: PhoneFields, virtualNumbers: ReadonlySet<string>): boolean =>
  hasRingingPhone(person) && !virtualNumbers.has(person.phone ?? '');
