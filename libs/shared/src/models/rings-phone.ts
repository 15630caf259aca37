import type { UserRow } from './user.ts';

/** What decides whether calls ring the phone of a resident. */
export type PhoneOf = Pick<UserRow, 'phone' | 'verifiedPhone' | 'claimedPhone'>;

/**
 * Whether calls ring the phone of a resident: one that the resident has proved, or that staff have given. Whoever answers can
 * open the door, so a number that a resident has only typed in does not ring.
 */
export const hasRingingPhone = ({ phone, verifiedPhone, claimedPhone }: PhoneOf): boolean =>
  phone !== null && (phone === verifiedPhone || phone !== claimedPhone);
