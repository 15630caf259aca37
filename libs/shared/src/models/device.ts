import { core } from '@pas/platform/mongo/connections';
import {
  defineModel,
  deletableFields,
  uniqueAmongLive,
  type DeletableRow,
} from '@pas/platform/mongo/define-model';

/** A phone or browser that a resident's calls and messages are pushed to. */
export interface DeviceRow extends DeletableRow {
  userId: string;
  platform: 'IOS' | 'ANDROID' | 'WEB' | null;
  provider: 'FCM' | 'APNS';
  installationId: string | null;
  /** What pushes are sent to; null once the device is revoked. No answer shows it. */
  pushToken: string | null;
  /** SHA-256 of the token, hex: a token is one live device's in the whole Core. */
  tokenHash: string;
  tokenLast6: string;
  appVersion: string | null;
  /** STALE has not been seen for long, INVALID is what the push service no longer knows. */
  status: 'ACTIVE' | 'STALE' | 'INVALID' | 'REVOKED';
  lastSeenAt: Date;
}

const text = { type: String, default: null };

export const DeviceModel = defineModel<DeviceRow>('Device', {
  connection: core,
  collection: 'devices',
  writers: ['admin'],
  isTenantOwned: true,
  isCounted: true,
  fields: {
    ...deletableFields,
    userId: { type: String, required: true },
    platform: text,
    provider: { type: String, required: true },
    installationId: text,
    pushToken: text,
    tokenHash: { type: String, required: true },
    tokenLast6: { type: String, required: true },
    appVersion: text,
    status: { type: String, required: true },
    lastSeenAt: { type: Date, required: true },
  },
  indexes: [
    uniqueAmongLive({ tokenHash: 1 }),
    { fields: { tenantId: 1, isLive: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, updatedAt: -1, _id: -1 } },
    // A user has few devices, so those revoked may stand among them.
    { fields: { tenantId: 1, userId: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, isLive: 1, status: 1, createdAt: -1, _id: -1 } },
  ],
});
