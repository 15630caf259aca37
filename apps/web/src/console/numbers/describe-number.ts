import type { Entity } from '../api.ts';

/** A phone number that visitors call. */
export type VirtualNumber = Entity<'VirtualNumber'>;

/** Words for the states of numbers. */
export const statusWords: Readonly<Record<VirtualNumber['status'], string>> = {
  AVAILABLE: 'Available',
  ASSIGNED: 'Assigned',
  QUARANTINED: 'In quarantine',
  RETIRED: 'Retired',
};

/** Words for the providers of numbers. */
export const providerWords: Readonly<Record<VirtualNumber['provider'], string>> = {
  TELEPHONY_A: 'Telephony A',
  TELEPHONY_B: 'Telephony B',
};
