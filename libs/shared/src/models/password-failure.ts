import { core } from '@pas/platform/mongo/connections';
import { defineModel } from '@pas/platform/mongo/define-model';
import { field } from '@pas/platform/mongo/fields';

/**
 * How many wrong passwords came for one account or from one address within a window, and how many messages were asked
 * for. Counted in the database, so that
 * all replicas count together; the limiter of `rate-limiter-flexible` names the fields.
 */
const fields = {
  /**
   * Such as `account:` and a digest of the account's e-mail, or `client:` and an IPv4 address or the /64 of an IPv6
   * address.
   */
  key: field.text,
  points: field.number,
  /** The end of the window; the row goes with it. */
  expire: field.date,
};

export const PasswordFailureModel = defineModel('PasswordFailure', {
  connection: core,
  collection: 'password_failures',
  readers: [],
  writers: { resident: ['insert', 'update'], 'core-mobile': ['insert', 'update'] },
  isTenantOwned: false,
  fields,
  indexes: [
    { fields: { key: 1 }, options: { unique: true } },
    { fields: { expire: 1 }, options: { expireAfterSeconds: 0 } },
  ],
});
