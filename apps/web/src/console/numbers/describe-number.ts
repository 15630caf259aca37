import type { Entity } from '../api.ts';

/** A phone number that visitors ring. */
export type VirtualNumber = Entity<'VirtualNumber'>;

/** The states of numbers, in words. */
export const statusWords: Readonly<Record<VirtualNumber['status'], string>> = {
  AVAILABLE: 'Available',
  ASSIGNED: 'Assigned',
  QUARANTINED: 'In quarantine',
  RETIRED: 'Retired',
};

/** The providers of numbers, in words. */
export const providerWords: Readonly<Record<VirtualNumber['provider'], string>> = {
  TELEPHONY_A: 'Telephony A',
  TELEPHONY_B: 'Telephony B',
};
