import { core } from '@pas/platform/mongo/connections';
import {
  defineModel,
  deletableFields,
  uniqueAmongLive,
  type DeletableRow,
} from '@pas/platform/mongo/define-model';

/** A flat, office or other door behind which somebody lives or works. */
export interface UnitRow extends DeletableRow {
  propertyId: string;
  /** As people write it, `Apt. 4-B`. */
  label: string;
  /** As it is compared, `4B`; unique among the live units of a property. */
  labelKey: string;
  floor: string | null;
  externalId: string | null;
  /** Derived from residences: changed in their transaction. */
  occupancy: 'OCCUPIED' | 'VACANT';
  searchWords: string[];
  /** Raised by whoever adds a residence or number, so that a delete can't pass it unseen. */
  childrenEpoch: number;
}

export const UnitModel = defineModel<UnitRow>('Unit', {
  connection: core,
  collection: 'units',
  writers: ['admin', 'resident'],
  isTenantOwned: true,
  isCounted: true,
  fields: {
    ...deletableFields,
    propertyId: { type: String, required: true },
    label: { type: String, required: true },
    labelKey: { type: String, required: true },
    floor: { type: String, default: null },
    externalId: { type: String, default: null },
    occupancy: { type: String, required: true },
    searchWords: { type: [String], default: [] },
    childrenEpoch: { type: Number, default: 0 },
  },
  indexes: [
    uniqueAmongLive({ propertyId: 1, labelKey: 1 }),
    uniqueAmongLive({ tenantId: 1, externalId: 1 }, 'externalId'),
    { fields: { tenantId: 1, isLive: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, updatedAt: -1, _id: -1 } },
    { fields: { tenantId: 1, isLive: 1, propertyId: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, isLive: 1, occupancy: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, isLive: 1, label: 1, _id: 1 } },
    { fields: { tenantId: 1, isLive: 1, searchWords: 1 } },
  ],
});
