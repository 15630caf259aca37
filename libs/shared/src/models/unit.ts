import { labelOrder } from '@pas/platform/text/fold-text';
import { searchWords } from '@pas/platform/text/search-words';
import { core } from '@pas/platform/mongo/connections';
import {
  defineModel,
  deletableFields,
  uniqueAmongLive,
  byExternalId,
  whereText,
} from '@pas/platform/mongo/define-model';
import { field, nullsOf, type RowOf } from '@pas/platform/mongo/fields';

const fields = {
  ...deletableFields,
  propertyId: field.text,
  /** The label as entered, `Apt. 4-B`. */
  label: field.text,
  /** The comparable form, `4B`; unique among the live units of a property. */
  labelKey: field.text,
  /** The digits that a visitor keys in; unique in the property, also among units deleted in the last 30 days. */
  dialCode: field.textOrNull,
  floor: field.textOrNull,
  externalId: field.textOrNull,
  /** Derived from residences, and changed in their transaction. */
  occupancy: field.oneOf('OCCUPIED', 'VACANT'),
  /** Incremented by each change that adds a residence or number, so that a concurrent delete conflicts. */
  childrenEpoch: field.number,
};

/** A home, office or other unit of a property. */
export type UnitRow = RowOf<typeof fields>;

/** The fields that are null in a new unit, unless it sets them. */
export const emptyUnit = nullsOf(fields);

export const UnitModel = defineModel('Unit', {
  connection: core,
  collection: 'units',
  readers: ['webhooks'],
  writers: {
    admin: ['insert', 'update'],
    'admin-workers': ['insert', 'update'],
    resident: ['update'],
    'core-mobile': ['update'],
  },
  isTenantOwned: true,
  crossTenantReads: { 'rested-dial-codes': 'deletedAt_1' },
  isCounted: true,
  fields,
  derived: {
    fields: { searchWords: field.textList, labelOrder: field.textOrNull },
    from: ['label', 'labelKey'],
    compute: ({ label, labelKey }) => ({
      searchWords: searchWords(label, labelKey),
      labelOrder: labelOrder(label),
    }),
    orders: { label: 'labelOrder' },
  },
  unique: { labelKey: 'label', externalId: 'externalId', dialCode: 'dialCode' },
  indexes: [
    uniqueAmongLive({ tenantId: 1, propertyId: 1, labelKey: 1 }),
    {
      fields: { tenantId: 1, propertyId: 1, dialCode: 1 },
      options: { unique: true, ...whereText('dialCode') },
    },
    {
      fields: { deletedAt: 1 },
      options: { partialFilterExpression: { isLive: false, dialCode: { $gt: '' } } },
    },
    uniqueAmongLive({ tenantId: 1, externalId: 1 }, 'externalId'),
    { fields: { tenantId: 1, isLive: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, updatedAt: -1, _id: -1 } },
    { fields: { tenantId: 1, isLive: 1, propertyId: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, isLive: 1, occupancy: 1, createdAt: -1, _id: -1 } },
    byExternalId,
    { fields: { tenantId: 1, isLive: 1, labelOrder: 1, _id: 1 } },
    { fields: { tenantId: 1, isLive: 1, searchWords: 1 } },
  ],
});
