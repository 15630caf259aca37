import { core } from '@pas/platform/mongo/connections';
import { defineModel, tenantFields, type TenantRow } from '@pas/platform/mongo/define-model';

/** A decision at a door: who was let in, or not, and why. Rows are added and never deleted. */
export interface AccessEventRow extends TenantRow {
  accessPointId: string;
  propertyId: string;
  /** The unit on whose behalf; null where it is nobody's. */
  unitId: string | null;
  decision: 'GRANTED' | 'DENIED';
  /** Why, as a stable word in snake case. */
  reason: string;
  method: 'APP' | 'DTMF' | 'PIN' | 'STAFF';
  /** Who asked; the id is null for visitors of whom nobody knows who they are. */
  subject: { type: 'RESIDENT' | 'STAFF' | 'API_KEY' | 'VISITOR'; id: string | null };
  passId: string | null;
  callId: string | null;
  attemptId: string | null;
  /** Whether the controller said that the door opened; null where it wasn't asked. */
  confirmed: boolean | null;
  occurredAt: Date;
}

const text = { type: String, default: null };

export const AccessEventModel = defineModel<AccessEventRow>('AccessEvent', {
  connection: core,
  collection: 'access_events',
  writers: [],
  isTenantOwned: true,
  isCounted: true,
  fields: {
    ...tenantFields,
    accessPointId: { type: String, required: true },
    propertyId: { type: String, required: true },
    unitId: text,
    decision: { type: String, required: true },
    reason: { type: String, required: true },
    method: { type: String, required: true },
    subject: { type: { type: String, required: true }, id: text },
    passId: text,
    callId: text,
    attemptId: text,
    confirmed: { type: Boolean, default: null },
    occurredAt: { type: Date, required: true },
  },
  indexes: [
    { fields: { tenantId: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, updatedAt: -1, _id: -1 } },
    { fields: { tenantId: 1, occurredAt: -1, _id: -1 } },
    { fields: { tenantId: 1, propertyId: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, propertyId: 1, occurredAt: -1, _id: -1 } },
    { fields: { tenantId: 1, accessPointId: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, decision: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, decision: 1, occurredAt: -1, _id: -1 } },
    { fields: { tenantId: 1, method: 1, createdAt: -1, _id: -1 } },
  ],
});
