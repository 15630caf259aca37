import { core } from '@pas/platform/mongo/connections';
import { defineModel, deletableFields, uniqueAmongLive } from '@pas/platform/mongo/define-model';
import { field, type RowOf } from '@pas/platform/mongo/fields';

const fields = {
  ...deletableFields,
  userId: field.text,
  platform: field.oneOfOrNull('IOS', 'ANDROID', 'WEB'),
  provider: field.oneOf('FCM', 'APNS', 'WEBPUSH'),
  installationId: field.textOrNull,
  /** The address for push messages, encrypted (`push-tokens.ts`); null after the device is revoked. No answer shows it. */
  pushToken: field.textOrNull,
  /**
   * SHA-256 of the token, or of the endpoint of a web push subscription, hex. It is unique among live devices in the
   * whole Core.
   */
  tokenHash: field.text,
  tokenLast6: field.text,
  appVersion: field.textOrNull,
  /** STALE: not registered again for 30 days. INVALID: unknown to the push service. */
  status: field.oneOf('ACTIVE', 'STALE', 'INVALID', 'REVOKED'),
  lastSeenAt: field.date,
};

/** A phone or browser that gets the push messages of a resident. */
export type DeviceRow = RowOf<typeof fields>;

export const DeviceModel = defineModel('Device', {
  connection: core,
  collection: 'devices',
  readers: [],
  writers: {
    admin: ['update'],
    'admin-workers': ['update'],
    resident: ['update'],
    webhooks: ['update'],
    'core-mobile': ['insert', 'update'],
  },
  isTenantOwned: true,
  isCounted: true,
  fields,
  crossTenantReads: { 'device-by-token': 'tokenHash_1', 'unseen-devices': 'status_1_lastSeenAt_1' },
  indexes: [
    uniqueAmongLive({ tokenHash: 1 }),
    uniqueAmongLive({ tenantId: 1, userId: 1, installationId: 1 }, 'installationId'),
    { fields: { status: 1, lastSeenAt: 1 } },
    { fields: { tenantId: 1, isLive: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, updatedAt: -1, _id: -1 } },
    // A user has few devices, so the index includes revoked ones.
    { fields: { tenantId: 1, userId: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, isLive: 1, status: 1, createdAt: -1, _id: -1 } },
  ],
});

/** Returns the fields of a device that is revoked now. Its push token is deleted. */
export const revokedDevice = (now: Date) =>
  ({ status: 'REVOKED', pushToken: null, isLive: false, deletedAt: now }) as const;
