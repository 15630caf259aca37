import { core } from '@pas/platform/mongo/connections';
import {
  defineModel,
  deletableFields,
  uniqueAmongLive,
  type DeletableRow,
} from '@pas/platform/mongo/define-model';

/** A door, gate or lift that a controller opens. */
export interface AccessPointRow extends DeletableRow {
  propertyId: string;
  /** The unit whose own door it is; of the kind UNIT alone. */
  unitId: string | null;
  name: string;
  kind: 'DOOR' | 'GATE' | 'GARAGE' | 'ELEVATOR' | 'UNIT';
  /** How it is told to open; the reference is one live access point's in the whole Core. */
  controller: { adapter: 'nats' | 'http'; ref: string };
  /** How long it stays open, in seconds. */
  openSeconds: number;
  /** Whether the controller was heard of lately. */
  online: boolean;
  lastSeenAt: Date | null;
  searchWords: string[];
  /** Raised by whoever lets a number open it, so that a delete can't pass it unseen. */
  childrenEpoch: number;
}

export const AccessPointModel = defineModel<AccessPointRow>('AccessPoint', {
  connection: core,
  collection: 'access_points',
  writers: ['admin'],
  isTenantOwned: true,
  isCounted: true,
  fields: {
    ...deletableFields,
    propertyId: { type: String, required: true },
    unitId: { type: String, default: null },
    name: { type: String, required: true },
    kind: { type: String, required: true },
    controller: { adapter: { type: String, required: true }, ref: { type: String, required: true } },
    openSeconds: { type: Number, required: true },
    online: { type: Boolean, required: true },
    lastSeenAt: { type: Date, default: null },
    searchWords: { type: [String], default: [] },
    childrenEpoch: { type: Number, default: 0 },
  },
  indexes: [
    uniqueAmongLive({ 'controller.ref': 1 }),
    { fields: { tenantId: 1, isLive: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, updatedAt: -1, _id: -1 } },
    { fields: { tenantId: 1, isLive: 1, name: 1, _id: 1 } },
    { fields: { tenantId: 1, isLive: 1, propertyId: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, isLive: 1, kind: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, isLive: 1, unitId: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, isLive: 1, searchWords: 1 } },
  ],
});
