import { core } from '@pas/platform/mongo/connections';
import { defineModel } from '@pas/platform/mongo/define-model';

/** A resident's session on one device: the family of refresh tokens that follow one another. */
export interface SessionRow {
  _id: string;
  accountId: string;
  userId: string;
  tenantId: string;
  /** SHA-256 of the refresh token that is good now, hex. */
  refreshTokenHash: string;
  /** SHA-256 of those already used: one of them coming back means that somebody copied it. */
  usedTokenHashes: string[];
  userAgent: string | null;
  ip: string | null;
  createdAt: Date;
  lastUsedAt: Date;
  /** 30 days after the last use. */
  idleExpiresAt: Date;
  /** 90 days after the log-in; the row is removed then. */
  absoluteExpiresAt: Date;
  revokedAt: Date | null;
}

export const SessionModel = defineModel<SessionRow>('Session', {
  connection: core,
  collection: 'sessions',
  writers: ['admin', 'resident'],
  isTenantOwned: false,
  fields: {
    _id: { type: String, required: true },
    accountId: { type: String, required: true },
    userId: { type: String, required: true },
    tenantId: { type: String, required: true },
    refreshTokenHash: { type: String, required: true },
    usedTokenHashes: { type: [String], default: [] },
    userAgent: { type: String, default: null },
    ip: { type: String, default: null },
    createdAt: { type: Date, required: true },
    lastUsedAt: { type: Date, required: true },
    idleExpiresAt: { type: Date, required: true },
    absoluteExpiresAt: { type: Date, required: true },
    revokedAt: { type: Date, default: null },
  },
  indexes: [
    { fields: { refreshTokenHash: 1 }, options: { unique: true } },
    { fields: { usedTokenHashes: 1 } },
    { fields: { accountId: 1, revokedAt: 1 } },
    { fields: { userId: 1, revokedAt: 1 } },
    { fields: { absoluteExpiresAt: 1 }, options: { expireAfterSeconds: 0 } },
  ],
});
