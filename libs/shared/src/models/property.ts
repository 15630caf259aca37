import { core } from '@pas/platform/mongo/connections';
import {
  defineModel,
  deletableFields,
  uniqueAmongLive,
  type DeletableRow,
} from '@pas/platform/mongo/define-model';

export interface Address {
  line1: string | null;
  line2: string | null;
  city: string | null;
  region: string | null;
  postalCode: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
}

/** A building or site of a tenant. */
export interface PropertyRow extends DeletableRow {
  name: string;
  address: Address;
  /** IANA time zone. */
  timeZone: string;
  externalId: string | null;
  /** The digit that opens the door during a call. */
  openDigit: string;
  status: 'ACTIVE' | 'ARCHIVED';
  searchWords: string[];
}

const text = { type: String, default: null };

export const PropertyModel = defineModel<PropertyRow>('Property', {
  connection: core,
  collection: 'properties',
  writers: ['admin'],
  isTenantOwned: true,
  isCounted: true,
  fields: {
    ...deletableFields,
    name: { type: String, required: true },
    address: { line1: text, line2: text, city: text, region: text, postalCode: text, country: text },
    timeZone: { type: String, required: true },
    externalId: text,
    openDigit: { type: String, required: true },
    status: { type: String, required: true },
    searchWords: { type: [String], default: [] },
  },
  indexes: [
    uniqueAmongLive({ tenantId: 1, externalId: 1 }, 'externalId'),
    { fields: { tenantId: 1, isLive: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, updatedAt: -1, _id: -1 } },
    { fields: { tenantId: 1, isLive: 1, status: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, isLive: 1, name: 1, _id: 1 } },
    { fields: { tenantId: 1, isLive: 1, searchWords: 1 } },
  ],
});
