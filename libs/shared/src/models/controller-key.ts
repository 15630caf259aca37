import { core } from '@pas/platform/mongo/connections';
import { defineModel, deletableFields, uniqueAmongLive } from '@pas/platform/mongo/define-model';
import { field, type RowOf } from '@pas/platform/mongo/fields';

const fields = {
  ...deletableFields,
  accessPointId: field.text,
  propertyId: field.text,
  /** Identifying part of the key, 12 base62 characters. */
  publicId: field.text,
  /** HMAC-SHA-256 of the whole key, hex. */
  secretHash: field.text,
  /** Time until which a replaced key works; null for a current or ended one. */
  graceUntil: field.dateOrNull,
};

/**
 * A key of an access point's controller. An access point has at most one current key, which is live. Its predecessor
 * works until its `graceUntil`.
 */
export type ControllerKeyRow = RowOf<typeof fields>;

export const ControllerKeyModel = defineModel('ControllerKey', {
  connection: core,
  collection: 'controller_keys',
  readers: ['gateway', 'admin-workers'],
  writers: { admin: ['insert', 'update'], cli: ['update'] },
  watchers: ['gateway'],
  isTenantOwned: true,
  crossTenantReads: { 'controller-key': 'publicId_1' },
  fields,
  indexes: [
    { fields: { publicId: 1 }, options: { unique: true } },
    uniqueAmongLive({ tenantId: 1, accessPointId: 1 }),
    { fields: { tenantId: 1, accessPointId: 1, createdAt: -1, _id: -1 } },
  ],
});
