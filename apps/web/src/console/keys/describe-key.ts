import type { Entity } from '../api.ts';

/** A key by which a program uses the Admin API. */
export type ApiKey = Entity<'ApiKey'>;

/** Words for the states of keys. */
export const statusWords: Readonly<Record<ApiKey['status'], string>> = {
  ACTIVE: 'Active',
  ROTATING: 'Being replaced',
  REVOKED: 'Revoked',
  EXPIRED: 'Expired',
};
