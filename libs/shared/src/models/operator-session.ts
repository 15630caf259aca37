import { control } from '@pas/platform/mongo/connections';
import { defineModel, whereText } from '@pas/platform/mongo/define-model';
import { field, type RowOf } from '@pas/platform/mongo/fields';

const fields = {
  _id: field.text,
  /** SHA-256 of the cookie's value, hex. */
  tokenHash: field.text,
  issuer: field.text,
  subject: field.text,
  /** Verified by the identity provider; null without one. */
  email: field.textOrNull,
  /** The comparable form of the e-mail. */
  emailKey: field.textOrNull,
  name: field.textOrNull,
  /** With the prefix of the identity provider, as tenants have it. */
  organizationId: field.text,
  role: field.oneOfOrNull('OWNER', 'MANAGER', 'FRONT_DESK', 'SUPPORT'),
  /** The only properties that the provider allows; null for all. */
  propertyIds: field.textListOrNull,
  /** The only environments that the provider allows; null for all that it is configured for. */
  environments: field.textListOrNull,
  tenantId: field.text,
  userAgent: field.textOrNull,
  ip: field.textOrNull,
  /** Time of the authentication at the provider; null if the provider does not state it. */
  authenticatedAt: field.dateOrNull,
  createdAt: field.date,
  /** At most a minute late. */
  lastUsedAt: field.date,
  /** 30 minutes after the last use. */
  idleExpiresAt: field.date,
  /** 12 hours after the log-in; the row is removed then. */
  absoluteExpiresAt: field.date,
  revokedAt: field.dateOrNull,
};

/** An operator's session in one browser. It is valid in all environments. */
export type OperatorSessionRow = RowOf<typeof fields>;

export const OperatorSessionModel = defineModel('OperatorSession', {
  connection: control,
  collection: 'operator_sessions',
  readers: [],
  writers: { gateway: ['insert', 'update'], admin: ['update'], 'admin-workers': ['update'] },
  watchers: ['gateway'],
  isTenantOwned: false,
  fields,
  indexes: [
    { fields: { tokenHash: 1 }, options: { unique: true } },
    { fields: { issuer: 1, subject: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, emailKey: 1, createdAt: -1, _id: -1 }, options: whereText('emailKey') },
    { fields: { absoluteExpiresAt: 1 }, options: { expireAfterSeconds: 0 } },
  ],
});

/** Returns the query of sessions that have not ended at a moment. */
export const liveOperatorSessions = (now: Date) => ({
  revokedAt: null,
  idleExpiresAt: { $gt: now },
  absoluteExpiresAt: { $gt: now },
});

/** Returns the time at which an unused session ends. */
export const operatorSessionEnd = ({
  idleExpiresAt,
  absoluteExpiresAt,
}: Pick<OperatorSessionRow, 'idleExpiresAt' | 'absoluteExpiresAt'>): Date =>
  idleExpiresAt < absoluteExpiresAt ? idleExpiresAt : absoluteExpiresAt;
