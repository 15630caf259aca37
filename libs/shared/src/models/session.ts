import { core } from '@pas/platform/mongo/connections';
import { defineModel } from '@pas/platform/mongo/define-model';
import { field, type RowOf } from '@pas/platform/mongo/fields';

const fields = {
  _id: field.text,
  accountId: field.text,
  userId: field.text,
  tenantId: field.text,
  /** SHA-256 of the current refresh token, hex. */
  refreshTokenHash: field.text,
  /**
   * SHA-256 of the part that all tokens of the session have in common, hex. By it an old token is recognised, however
   * long ago it was used. Missing in sessions of earlier releases.
   */
  familyHash: field.textOrNull,
  /** SHA-256 of the used tokens, hex, of a session without a `familyHash`; the last 200 of them. Empty for others. */
  usedTokenHashes: field.textList,
  /** The token that the present one has replaced; null before the first refresh. */
  replaced: field.groupOrNull({
    tokenHash: field.text,
    at: field.date,
    /** Derives the present token from the replaced one; without the replaced one it opens nothing. */
    successorKey: field.text,
    /** How often the replaced token has come back and got the present one again. */
    repeats: field.number,
  }),
  userAgent: field.textOrNull,
  ip: field.textOrNull,
  createdAt: field.date,
  lastUsedAt: field.date,
  /** 30 days after the last use. */
  idleExpiresAt: field.date,
  /** 90 days after the log-in; the row is removed then. */
  absoluteExpiresAt: field.date,
  revokedAt: field.dateOrNull,
};

/** A resident's session on one device: the family of refresh tokens that follow one another. */
export type SessionRow = RowOf<typeof fields>;

export const SessionModel = defineModel('Session', {
  connection: core,
  collection: 'sessions',
  readers: [],
  writers: {
    admin: ['update'],
    'admin-workers': ['update'],
    resident: ['insert', 'update'],
    'core-mobile': ['insert', 'update'],
    webhooks: ['update'],
  },
  watchers: ['gateway'],
  isTenantOwned: false,
  fields,
  indexes: [
    { fields: { refreshTokenHash: 1 }, options: { unique: true } },
    { fields: { familyHash: 1 } },
    { fields: { usedTokenHashes: 1 } },
    { fields: { accountId: 1, revokedAt: 1, createdAt: -1, _id: -1 } },
    { fields: { userId: 1, revokedAt: 1, createdAt: -1, _id: -1 } },
    { fields: { absoluteExpiresAt: 1 }, options: { expireAfterSeconds: 0 } },
  ],
});
