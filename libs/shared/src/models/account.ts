import { core } from '@pas/platform/mongo/connections';
import { defineModel, whereText } from '@pas/platform/mongo/define-model';

/** What proves who a person is in this environment, whatever tenants they live with. One for each e-mail address. */
export interface AccountRow {
  _id: string;
  email: string;
  emailKey: string;
  /** When somebody proved to own the address: by a reset link or the identity provider. */
  emailVerifiedAt: Date | null;
  /** Tenants for which the address counts as proven because their invite went to it. */
  emailVerifiedForTenants: string[];
  /** argon2id in PHC form; null for a person who signs in through the identity provider alone. */
  passwordHash: string | null;
  /** The pinned identity; another one with the same e-mail is refused. */
  identity: { issuer: string; subject: string } | null;
  createdAt: Date;
  updatedAt: Date;
}

export const AccountModel = defineModel<AccountRow>('Account', {
  connection: core,
  collection: 'accounts',
  writers: ['admin', 'resident'],
  isTenantOwned: false,
  fields: {
    _id: { type: String, required: true },
    email: { type: String, required: true },
    emailKey: { type: String, required: true },
    emailVerifiedAt: { type: Date, default: null },
    emailVerifiedForTenants: { type: [String], default: [] },
    passwordHash: { type: String, default: null },
    identity: { type: { issuer: String, subject: String }, _id: false, default: null },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  indexes: [
    { fields: { emailKey: 1 }, options: { unique: true } },
    {
      fields: { 'identity.subject': 1, 'identity.issuer': 1 },
      options: { unique: true, ...whereText('identity.subject') },
    },
  ],
});
