import { nameOrder } from '@pas/platform/text/fold-text';
import { searchWords } from '@pas/platform/text/search-words';
import { core } from '@pas/platform/mongo/connections';
import { defineModel, deletableFields, uniqueAmongLive } from '@pas/platform/mongo/define-model';
import { field, nullsOf, type RowOf } from '@pas/platform/mongo/fields';

const fields = {
  ...deletableFields,
  propertyId: field.text,
  /** The unit of the door, only for the kind UNIT. */
  unitId: field.textOrNull,
  name: field.text,
  kind: field.oneOf('DOOR', 'GATE', 'GARAGE', 'ELEVATOR', 'UNIT'),
  /** Address of the controller. The reference is unique among live access points in the whole Core. */
  controller: field.group({ adapter: field.oneOf('nats', 'http'), ref: field.text }),
  /** Time that it stays open, in seconds. */
  openSeconds: field.number,
  /** Whether the controller has reported recently. Null until its first report for this door. */
  online: field.flagOrNull,
  lastSeenAt: field.dateOrNull,
  /** The controller key that reported last; null before a report with a key. */
  reportedBy: field.textOrNull,
  /** Incremented by each change that lets a number open it, so that a concurrent delete conflicts. */
  childrenEpoch: field.number,
};

/** A door, gate or lift that a controller opens. */
export type AccessPointRow = RowOf<typeof fields>;

/** The fields that are null in a new access point, unless it sets them. */
export const emptyAccessPoint = nullsOf(fields);

export const AccessPointModel = defineModel('AccessPoint', {
  connection: core,
  collection: 'access_points',
  readers: [],
  writers: {
    admin: ['insert', 'update'],
    'admin-workers': ['update'],
    resident: ['update'],
    'core-mobile': ['update'],
    webhooks: ['update'],
  },
  crossTenantReads: { 'silent-doors': 'lastSeenAt_1' },
  isTenantOwned: true,
  isCounted: true,
  fields,
  derived: {
    fields: { searchWords: field.textList, nameOrder: field.textOrNull },
    from: ['name'],
    compute: ({ name }) => ({ searchWords: searchWords(name), nameOrder: nameOrder(name) }),
    orders: { name: 'nameOrder' },
  },
  indexes: [
    uniqueAmongLive({ 'controller.ref': 1 }),
    // The doors whose controllers no longer report.
    { fields: { lastSeenAt: 1 }, options: { partialFilterExpression: { online: true } } },
    { fields: { tenantId: 1, isLive: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, updatedAt: -1, _id: -1 } },
    { fields: { tenantId: 1, isLive: 1, nameOrder: 1, _id: 1 } },
    { fields: { tenantId: 1, isLive: 1, propertyId: 1, createdAt: -1, _id: -1 } },
    // The doors of one resident: those of the whole property and of the resident's unit, among hundreds of others.
    { fields: { tenantId: 1, isLive: 1, propertyId: 1, unitId: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, isLive: 1, propertyId: 1, unitId: 1, nameOrder: 1, _id: 1 } },
    { fields: { tenantId: 1, isLive: 1, kind: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, isLive: 1, unitId: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, isLive: 1, online: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, isLive: 1, searchWords: 1 } },
  ],
});
