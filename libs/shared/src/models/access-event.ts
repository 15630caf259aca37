import { core } from '@pas/platform/mongo/connections';
import { defineModel, tenantFields, whereText } from '@pas/platform/mongo/define-model';
import { field, type RowOf } from '@pas/platform/mongo/fields';

/** An evaluated rule of a decision at a door. */
const accessRule = {
  /** A stable word in snake case, such as `current_residence`. */
  name: field.text,
  /** Whether the rule allowed the access. */
  passed: field.flag,
  /** The result, in a sentence for staff. */
  message: field.text,
};

const fields = {
  ...tenantFields,
  accessPointId: field.text,
  propertyId: field.text,
  /** The unit for which the door was opened; null if there is none. */
  unitId: field.textOrNull,
  decision: field.oneOf('GRANTED', 'DENIED'),
  /** Reason of the decision, as a stable word in snake case. */
  reason: field.text,
  method: field.oneOf('APP', 'DTMF', 'PIN', 'STAFF', 'LINK'),
  /** The subject that asked for access; its id is null for unknown visitors. */
  subject: field.group({
    type: field.oneOf('RESIDENT', 'STAFF', 'API_KEY', 'VISITOR'),
    id: field.textOrNull,
  }),
  passId: field.textOrNull,
  callId: field.textOrNull,
  attemptId: field.textOrNull,
  /** Whether the controller confirmed that the door opened; null if it got no command. */
  confirmed: field.flagOrNull,
  /** Door and id of a decision that a controller reported later; null for a decision of this system. */
  sourceKey: field.textOrNull,
  occurredAt: field.date,
  /** The rules that were checked for the decision, in order. */
  rules: field.listOf(accessRule),
};

/** A decision at a door, with its subject and reason. Rows are added and never deleted. */
export type AccessEventRow = RowOf<typeof fields>;

export const AccessEventModel = defineModel('AccessEvent', {
  connection: core,
  collection: 'access_events',
  readers: [],
  writers: {
    admin: ['insert'],
    'admin-workers': ['remove'],
    resident: ['insert'],
    'core-mobile': ['insert'],
    webhooks: ['insert'],
  },
  isAppendOnly: true,
  isTenantOwned: true,
  isCounted: true,
  fields,
  indexes: [
    { fields: { tenantId: 1, sourceKey: 1 }, options: { unique: true, ...whereText('sourceKey') } },
    { fields: { tenantId: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, updatedAt: -1, _id: -1 } },
    { fields: { tenantId: 1, occurredAt: -1, _id: -1 } },
    { fields: { tenantId: 1, propertyId: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, propertyId: 1, occurredAt: -1, _id: -1 } },
    { fields: { tenantId: 1, accessPointId: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, accessPointId: 1, occurredAt: -1, _id: -1 } },
    { fields: { tenantId: 1, passId: 1, occurredAt: -1, _id: -1 }, options: whereText('passId') },
    { fields: { tenantId: 1, decision: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, decision: 1, occurredAt: -1, _id: -1 } },
    { fields: { tenantId: 1, unitId: 1, createdAt: -1, _id: -1 }, options: whereText('unitId') },
    { fields: { tenantId: 1, unitId: 1, occurredAt: -1, _id: -1 }, options: whereText('unitId') },
    { fields: { tenantId: 1, 'subject.id': 1, occurredAt: -1, _id: -1 }, options: whereText('subject.id') },
    { fields: { tenantId: 1, 'subject.id': 1, createdAt: -1, _id: -1 }, options: whereText('subject.id') },
    { fields: { tenantId: 1, method: 1, createdAt: -1, _id: -1 } },
  ],
});
