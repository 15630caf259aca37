import { nameOrder } from '@pas/platform/text/fold-text';
import { searchWords } from '@pas/platform/text/search-words';
import { core } from '@pas/platform/mongo/connections';
import {
  defineModel,
  deletableFields,
  uniqueAmongLive,
  byExternalId,
} from '@pas/platform/mongo/define-model';
import { field, nullsOf, type RowOf } from '@pas/platform/mongo/fields';

const address = {
  line1: field.textOrNull,
  line2: field.textOrNull,
  city: field.textOrNull,
  region: field.textOrNull,
  postalCode: field.textOrNull,
  /** ISO 3166-1 alpha-2. */
  country: field.textOrNull,
};

const fields = {
  ...deletableFields,
  name: field.text,
  address: field.group(address),
  /** IANA time zone. */
  timeZone: field.text,
  externalId: field.textOrNull,
  /** BCP 47: the language of messages to people without a locale. */
  locale: field.text,
  /** The digit that opens the door during a call. */
  openDigit: field.text,
  status: field.oneOf('ACTIVE', 'ARCHIVED'),
};

/** A building or site of a tenant. */
export type PropertyRow = RowOf<typeof fields>;

/** The fields that are null in a new property, unless it sets them. */
export const emptyProperty = { ...nullsOf(fields), address: nullsOf(address) };

export const PropertyModel = defineModel('Property', {
  connection: core,
  collection: 'properties',
  readers: ['resident', 'core-mobile', 'webhooks'],
  // Workers repeat migrations.
  writers: { admin: ['insert', 'update'], 'admin-workers': ['update'] },
  isTenantOwned: true,
  isCounted: true,
  fields,
  derived: {
    fields: { searchWords: field.textList, nameOrder: field.textOrNull },
    from: ['name', 'address'],
    compute: ({ name, address }) => ({
      searchWords: searchWords(name, address.line1, address.city),
      nameOrder: nameOrder(name),
    }),
    orders: { name: 'nameOrder' },
  },
  unique: { externalId: 'externalId' },
  indexes: [
    uniqueAmongLive({ tenantId: 1, externalId: 1 }, 'externalId'),
    { fields: { tenantId: 1, isLive: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, updatedAt: -1, _id: -1 } },
    { fields: { tenantId: 1, isLive: 1, status: 1, createdAt: -1, _id: -1 } },
    byExternalId,
    { fields: { tenantId: 1, isLive: 1, nameOrder: 1, _id: 1 } },
    { fields: { tenantId: 1, isLive: 1, searchWords: 1 } },
  ],
});
