import { core } from '@pas/platform/mongo/connections';
import { defineModel, tenantFields, whereText } from '@pas/platform/mongo/define-model';
import { field, type RowOf } from '@pas/platform/mongo/fields';

/** The outcomes of a call, in the order of the figures. */
export const callOutcomes = [
  'DOOR_OPENED',
  'ANSWERED',
  'NO_ANSWER',
  'BUSY',
  'ABANDONED',
  'NO_TARGET',
  'ERROR',
] as const;
export type CallOutcome = (typeof callOutcomes)[number];

const callLeg = {
  /** The resident who is rung; null if the number belongs to no resident. */
  userId: field.textOrNull,
  /** E.164. */
  toNumber: field.textOrNull,
  status: field.oneOf('RINGING', 'ANSWERED', 'NO_ANSWER', 'BUSY', 'CANCELED', 'FAILED'),
  startedAt: field.date,
  answeredAt: field.dateOrNull,
  endedAt: field.dateOrNull,
};

/** One attempt to reach somebody for a call. */
export type CallLeg = RowOf<typeof callLeg>;

const fields = {
  ...tenantFields,
  /** Null where the number was assigned to nothing at the time; so are unit and door then. */
  propertyId: field.textOrNull,
  unitId: field.textOrNull,
  virtualNumberId: field.textOrNull,
  provider: field.oneOf('TELEPHONY_A', 'TELEPHONY_B'),
  /** The provider's id of the call; unique. */
  providerCallId: field.text,
  direction: field.oneOf('INBOUND', 'OUTBOUND'),
  /** E.164; null where the caller withholds it. */
  fromNumber: field.textOrNull,
  toNumber: field.textOrNull,
  status: field.oneOf('RINGING', 'IN_PROGRESS', 'COMPLETED', 'FAILED'),
  /** Null until it is known. */
  outcome: field.oneOfOrNull(...callOutcomes),
  /** The resident who answered. */
  answeredBy: field.textOrNull,
  startedAt: field.date,
  answeredAt: field.dateOrNull,
  endedAt: field.dateOrNull,
  /** From start to end, in seconds; null while it lasts. */
  durationSeconds: field.numberOrNull,
  legs: field.listOf(callLeg),
};

/** A call at a virtual number. */
export type CallRow = RowOf<typeof fields>;

export const CallModel = defineModel('Call', {
  connection: core,
  collection: 'calls',
  readers: ['resident'],
  writers: { admin: ['update'], 'admin-workers': ['update', 'remove'] },
  isTenantOwned: true,
  isCounted: true,
  fields,
  indexes: [
    { fields: { provider: 1, providerCallId: 1 }, options: { unique: true } },
    { fields: { tenantId: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, updatedAt: -1, _id: -1 } },
    { fields: { tenantId: 1, startedAt: -1, _id: -1 } },
    { fields: { tenantId: 1, propertyId: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, propertyId: 1, startedAt: -1, _id: -1 } },
    { fields: { tenantId: 1, unitId: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, virtualNumberId: 1, createdAt: -1 } },
    { fields: { tenantId: 1, outcome: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, providerCallId: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, fromNumber: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, toNumber: 1, createdAt: -1, _id: -1 } },
    {
      fields: { tenantId: 1, 'legs.userId': 1, createdAt: -1, _id: -1 },
      options: whereText('legs.userId'),
    },
  ],
});
