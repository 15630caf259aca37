import { searchWords } from '@pas/platform/text/search-words';
import { core } from '@pas/platform/mongo/connections';
import { defineModel, tenantFields } from '@pas/platform/mongo/define-model';
import { field, nullsOf, type RowOf } from '@pas/platform/mongo/fields';
import { phoneWords } from '../contacts/phone-search.ts';

const releasedFrom = { propertyId: field.text, unitId: field.textOrNull, assignedAt: field.date };

const fields = {
  ...tenantFields,
  /** E.164. */
  number: field.text,
  provider: field.oneOf('TELEPHONY_A', 'TELEPHONY_B'),
  capabilities: field.listOfChoices('VOICE', 'SMS'),
  /** As stored; a quarantine ends by time, see `virtual-numbers/number-state.ts`. */
  status: field.oneOf('AVAILABLE', 'ASSIGNED', 'QUARANTINED', 'RETIRED'),
  /** False after retirement, because the provider may then give the number to another customer. */
  isInService: field.flag,
  /** Set only for ASSIGNED numbers, as are the next three fields. */
  propertyId: field.textOrNull,
  unitId: field.textOrNull,
  /** The door that its calls open. */
  accessPointId: field.textOrNull,
  assignedAt: field.dateOrNull,
  /** Time of a text from a person, recorded once for each assignment. */
  lastTextAt: field.dateOrNull,
  ringMode: field.oneOf('ORDER', 'TOGETHER'),
  /** The end of the quarantine of a released number. */
  quarantineUntil: field.dateOrNull,
  /** The last target of a QUARANTINED number, with its start. The number can return to it. */
  releasedFrom: field.groupOrNull(releasedFrom),
};

/** A tenant's telephone number at a provider, and the place whose visitors call it. */
export type VirtualNumberRow = RowOf<typeof fields>;

/** The fields that are null in a new virtual number, unless it sets them. */
export const emptyVirtualNumber = nullsOf(fields);

export const VirtualNumberModel = defineModel('VirtualNumber', {
  connection: core,
  collection: 'virtual_numbers',
  readers: ['resident', 'core-mobile'],
  writers: { admin: ['insert', 'update'], 'admin-workers': ['update'], webhooks: ['update'] },
  isTenantOwned: true,
  isCounted: true,
  fields,
  derived: {
    fields: { searchWords: field.textList },
    from: ['number'],
    compute: ({ number }) => ({ searchWords: searchWords(...phoneWords(number)) }),
  },
  crossTenantReads: { 'number-in-service': 'number_1' },
  unique: { number: 'number' },
  indexes: [
    {
      fields: { number: 1 },
      options: { unique: true, partialFilterExpression: { isInService: true } },
    },
    { fields: { tenantId: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, updatedAt: -1, _id: -1 } },
    { fields: { tenantId: 1, number: 1, _id: 1 } },
    { fields: { tenantId: 1, number: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, status: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, provider: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, propertyId: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, unitId: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, accessPointId: 1 } },
    { fields: { tenantId: 1, searchWords: 1 } },
  ],
});
