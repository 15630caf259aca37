import { core } from '@pas/platform/mongo/connections';
import { defineModel } from '@pas/platform/mongo/define-model';

/**
 * How many wrong passwords came for one account or from one address within a window. Counted in the database, so that
 * all replicas count together; the limiter of `rate-limiter-flexible` names the fields.
 */
export interface PasswordFailureRow {
  /** `account:` and a digest of the address, or `client:` and an IP address. */
  key: string;
  points: number;
  /** The end of the window; the row goes with it. */
  expire: Date;
}

export const PasswordFailureModel = defineModel<PasswordFailureRow>('PasswordFailure', {
  connection: core,
  collection: 'password_failures',
  writers: ['resident'],
  isTenantOwned: false,
  fields: {
    key: { type: String, required: true },
    points: { type: Number, required: true },
    expire: { type: Date, required: true },
  },
  indexes: [
    { fields: { key: 1 }, options: { unique: true } },
    { fields: { expire: 1 }, options: { expireAfterSeconds: 0 } },
  ],
});
