import { core } from '@pas/platform/mongo/connections';
import { defineModel } from '@pas/platform/mongo/define-model';
import { field, type RowOf } from '@pas/platform/mongo/fields';

const fields = {
  _id: field.text,
  purpose: field.oneOf('REGISTRATION', 'SIGN_IN'),
  /** 256 random bits that the authenticator signs, base64url. */
  challenge: field.text,
  /** The account that gets the passkey; null for a sign-in. */
  accountId: field.textOrNull,
  /** The session that has proven a recent log-in; null for a sign-in. */
  sessionId: field.textOrNull,
  /** The account's `passwordVersion` at the proof. A later proof or reset ends the challenge. */
  passwordVersion: field.numberOrNull,
  createdAt: field.date,
  /** Five minutes after the request; the row is removed then. */
  expiresAt: field.date,
};

/** A challenge for one passkey operation. Its use removes the row. */
export type PasskeyChallengeRow = RowOf<typeof fields>;

export const PasskeyChallengeModel = defineModel('PasskeyChallenge', {
  connection: core,
  collection: 'passkey_challenges',
  readers: [],
  writers: { resident: ['insert', 'remove'] },
  isTenantOwned: false,
  fields,
  indexes: [{ fields: { expiresAt: 1 }, options: { expireAfterSeconds: 0 } }],
});
