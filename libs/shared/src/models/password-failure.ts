import { core } from '@pas/platform/mongo/connections';
import { defineModel } from '@pas/platform/mongo/define-model';
import { field } from '@pas/platform/mongo/fields';

/**
 * Counts of wrong passwords and of requested messages, by account or address, within a window. The counts are in the
 * database, so that all replicas share them. The limiter of `rate-limiter-flexible` defines the field names.
 */
const fields = {
  /** `account:` and a digest of the account's e-mail, or `client:` and an IPv4 address or IPv6 /64. */
  key: field.text,
  points: field.number,
  /** The end of the window. The row is removed then. */
  expire: field.date,
};

export const PasswordFailureModel = defineModel('PasswordFailure', {
  connection: core,
  collection: 'password_failures',
  readers: [],
  writers: {
    admin: ['insert', 'update'],
    resident: ['insert', 'update'],
    'core-mobile': ['insert', 'update'],
  },
  isTenantOwned: false,
  fields,
  indexes: [
    { fields: { key: 1 }, options: { unique: true } },
    { fields: { expire: 1 }, options: { expireAfterSeconds: 0 } },
  ],
});
