import { core } from '@pas/platform/mongo/connections';
import { defineModel, tenantFields, type TenantRow } from '@pas/platform/mongo/define-model';

/** A telephone number that a provider keeps for a tenant, and the place whose visitors call it. */
export interface VirtualNumberRow extends TenantRow {
  /** E.164. */
  number: string;
  provider: 'TELEPHONY_A' | 'TELEPHONY_B';
  capabilities: ('VOICE' | 'SMS')[];
  /** As stored; a quarantine ends by time, see `virtual-numbers/number-state.ts`. */
  status: 'AVAILABLE' | 'ASSIGNED' | 'QUARANTINED' | 'RETIRED';
  /** False once retired: the provider may give the number to somebody else then. */
  isInService: boolean;
  /** Of ASSIGNED numbers alone; so are the next three. */
  propertyId: string | null;
  unitId: string | null;
  /** The door that its calls open. */
  accessPointId: string | null;
  assignedAt: Date | null;
  ringMode: 'ORDER' | 'TOGETHER';
  /** Until when a number that has been released rests. */
  quarantineUntil: Date | null;
  searchWords: string[];
}

const text = { type: String, default: null };
const date = { type: Date, default: null };

export const VirtualNumberModel = defineModel<VirtualNumberRow>('VirtualNumber', {
  connection: core,
  collection: 'virtual_numbers',
  writers: ['admin'],
  isTenantOwned: true,
  isCounted: true,
  fields: {
    ...tenantFields,
    number: { type: String, required: true },
    provider: { type: String, required: true },
    capabilities: { type: [String], required: true },
    status: { type: String, required: true },
    isInService: { type: Boolean, required: true },
    propertyId: text,
    unitId: text,
    accessPointId: text,
    assignedAt: date,
    ringMode: { type: String, required: true },
    quarantineUntil: date,
    searchWords: { type: [String], default: [] },
  },
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
