import { core } from '@pas/platform/mongo/connections';
import { defineModel, whereText } from '@pas/platform/mongo/define-model';
import { field, type RowOf } from '@pas/platform/mongo/fields';

const fields = {
  _id: field.text,
  email: field.text,
  emailKey: field.text,
  /** Time at which a person proved ownership of the address, with a reset link or through the identity provider. */
  emailVerifiedAt: field.dateOrNull,
  /** Tenants that accept the address as proven, because their invite went to it. */
  emailVerifiedForTenants: field.textList,
  /** argon2id in PHC form; null for a person who signs in only through the identity provider. */
  passwordHash: field.textOrNull,
  /**
   * Incremented with each change of the password, so that a query can identify the password without its hash. Null
   * before the first password.
   */
  passwordVersion: field.numberOrNull,
  /** The pinned identity; another one with the same e-mail is refused. */
  identity: field.groupOrNull({ issuer: field.text, subject: field.text }),
  /** The provider's e-mail, as a key, after the person chose another one here. Null while the account follows it. */
  identityEmailKey: field.textOrNull,
  /** The time of the provider's latest event about the identity; null before the first. */
  identitySyncedAt: field.dateOrNull,
  /** Marks of the browsers that have signed in within 30 days, the latest first (`accounts/known-sources.ts`). */
  knownDevices: field.listOf({ mark: field.text, at: field.date }),
  /** Marks of the networks, likewise. */
  knownNetworks: field.listOf({ mark: field.text, at: field.date }),
  createdAt: field.date,
  updatedAt: field.date,
};

/** Credentials of a person in this environment, for all tenants. Each e-mail address has one account. */
export type AccountRow = RowOf<typeof fields>;

/** The fields of an account without known browsers and networks. */
export const nothingKnown = { knownDevices: [], knownNetworks: [] } satisfies Partial<AccountRow>;

/**
 * Returns the condition that an account's password is unchanged since it was read. It contains no hash, because the
 * store may log filters.
 */
export const withSamePassword = ({
  passwordHash,
  passwordVersion,
}: Pick<AccountRow, 'passwordHash' | 'passwordVersion'>) => ({
  passwordHash: passwordHash === null ? null : { $ne: null },
  passwordVersion,
});

export const AccountModel = defineModel('Account', {
  connection: core,
  collection: 'accounts',
  readers: [],
  writers: {
    admin: ['update', 'remove'],
    'admin-workers': ['update', 'remove'],
    webhooks: ['update'],
    resident: ['insert', 'update'],
    'core-mobile': ['insert', 'update'],
  },
  isTenantOwned: false,
  fields,
  indexes: [
    { fields: { emailKey: 1 }, options: { unique: true } },
    {
      fields: { 'identity.subject': 1, 'identity.issuer': 1 },
      options: { unique: true, ...whereText('identity.subject') },
    },
  ],
});
