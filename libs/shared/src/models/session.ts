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
  /** SHA-256 of the shared part of the session's tokens, hex. It identifies every old token. */
  familyHash: field.text,
  /** The token before the current one; null before the first refresh. */
  replaced: field.groupOrNull({
    tokenHash: field.text,
    at: field.date,
    /** Derives the current token from the replaced one. It is useless without the replaced token. */
    successorKey: field.text,
    /** Number of times that the replaced token got the current one again. */
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

/** A resident's session on one device, with its family of successive refresh tokens. */
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
    { fields: { accountId: 1, revokedAt: 1, createdAt: -1, _id: -1 } },
    { fields: { userId: 1, revokedAt: 1, createdAt: -1, _id: -1 } },
    { fields: { absoluteExpiresAt: 1 }, options: { expireAfterSeconds: 0 } },
  ],
});
