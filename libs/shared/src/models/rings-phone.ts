import type { UserRow } from './user.ts';

/** Fields that decide whether calls ring a resident's phone. */
export type PhoneOf = Pick<UserRow, 'phone' | 'verifiedPhone' | 'claimedPhone'>;

/**
 * Whether calls ring a resident's phone. The resident has proved it, or staff have entered it. The person who answers
 * can open the door, so a number that only the resident entered does not ring.
 */
export const hasRingingPhone = ({ phone, verifiedPhone, claimedPhone }: PhoneOf): boolean =>
  phone !== null && (phone === verifiedPhone || phone !== claimedPhone);
