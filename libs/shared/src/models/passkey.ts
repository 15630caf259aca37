import { core } from '@pas/platform/mongo/connections';
import { defineModel } from '@pas/platform/mongo/define-model';
import { field, type RowOf } from '@pas/platform/mongo/fields';

const fields = {
  _id: field.text,
  accountId: field.text,
  /** The id that the authenticator chose, base64url. */
  credentialId: field.text,
  /** The public key in COSE form (RFC 9052, section 7), base64url. */
  publicKey: field.text,
  /** Number of signatures that the authenticator has reported; always 0 for most synchronized passkeys. */
  counter: field.number,
  /** Transports by which browsers reach the authenticator, as it reported them. */
  transports: field.textList,
  /** Whether the passkey is synchronized to other devices of the person. */
  isBackedUp: field.flag,
  /** Text of the person that distinguishes this passkey from others. */
  name: field.textOrNull,
  createdAt: field.date,
  lastUsedAt: field.dateOrNull,
};

/** A public key with which a person signs in without a password, at all tenants. */
export type PasskeyRow = RowOf<typeof fields>;

export const PasskeyModel = defineModel('Passkey', {
  connection: core,
  collection: 'passkeys',
  readers: [],
  writers: {
    admin: ['remove'],
    'admin-workers': ['remove'],
    resident: ['insert', 'update', 'remove'],
    'core-mobile': ['remove'],
  },
  isTenantOwned: false,
  fields,
  indexes: [
    { fields: { credentialId: 1 }, options: { unique: true } },
    { fields: { accountId: 1, createdAt: -1, _id: -1 } },
  ],
});
