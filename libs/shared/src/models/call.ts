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

/** QUEUED: its turn has not come yet. SKIPPED: it is not rung at all. */
export const legStatuses = [
  'QUEUED',
  'RINGING',
  'ANSWERED',
  'NO_ANSWER',
  'BUSY',
  'CANCELED',
  'FAILED',
  'SKIPPED',
] as const;

/** Why a resident's phone is not rung. */
export const skipReasons = [
  'quiet_hours',
  'ring_off',
  'no_verified_phone',
  'same_phone',
  'too_many',
] as const;

const callLeg = {
  /** The resident who is rung; null if the number belongs to no resident. */
  userId: field.textOrNull,
  /** E.164. */
  toNumber: field.textOrNull,
  status: field.oneOf(...legStatuses),
  /** Why a SKIPPED leg is not rung; null for all others. */
  reason: field.oneOfOrNull(...skipReasons),
  /** Whether the devices of the resident were told of the call; null in calls of older versions. */
  pushed: field.flagOrNull,
  startedAt: field.date,
  answeredAt: field.dateOrNull,
  endedAt: field.dateOrNull,
};

/** One attempt to reach somebody for a call. */
export type CallLeg = RowOf<typeof callLeg>;

/** What the flow knows of a leg beside its record; the same place in the list. */
const dialledLeg = {
  /** The group in which it is rung, from 0; null for a SKIPPED leg. */
  step: field.numberOrNull,
  /** The provider's id of the leg, as soon as it is known. */
  providerLegId: field.textOrNull,
  /** Whether the resident was offered to talk or to open, and has not chosen yet. */
  isOffered: field.flag,
  /** Whether it is hung up as soon as it has heard what it is told. */
  isDismissed: field.flag,
  /** Whether the provider has reported its end. The end of a whole step is less exact. */
  isReported: field.flag,
};

/** Something that was done about an event of the provider. */
const flowStep = {
  /** By which repeats of the event are recognised. */
  key: field.text,
  commands: field.json<object[]>(),
};

const flow = {
  /** Counts the changes of the row by the flow. Each change names the one that it has read. */
  revision: field.number,
  phase: field.oneOf('ASKING', 'RINGING', 'ANSWERED', 'OVER'),
  /** How often the visitor was asked for the unit. */
  asked: field.number,
  /** The group of legs that is rung. */
  step: field.number,
  legs: field.listOf(dialledLeg),
  /** Until when somebody may still come to the app; null where no device was told, and in calls of older versions. */
  devicesUntil: field.dateOrNull,
  /** How often the visitor was asked to wait for the app, while no phone rings; null in calls of older versions. */
  waits: field.numberOrNull,
  /** The place in `legs` of the resident who answered. */
  answeredLeg: field.numberOrNull,
  /** Whether the resident and the visitor are connected. */
  isTalking: field.flag,
  /** Whether a resident who may has opened the door. */
  isDoorAsked: field.flag,
  /** What the visitor is told at the end: a name in the catalogue of words. */
  closing: field.textOrNull,
  /** As the property and the number were set when the call came. */
  language: field.oneOf('en', 'es', 'fr', 'de'),
  /** The voice that speaks it (BCP 47); null in calls of older versions. */
  voice: field.textOrNull,
  placeName: field.text,
  timeZone: field.text,
  ringMode: field.oneOf('ORDER', 'TOGETHER'),
  ringSeconds: field.number,
  /** The digit that opens the door; null where no door is offered. */
  openDigit: field.textOrNull,
  accessPointId: field.textOrNull,
  /** What was done, in order; a repeat of an event gets the commands of the first time. */
  steps: field.listOf(flowStep),
};

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
  /** Null for calls that were not led here. */
  flow: field.groupOrNull(flow),
};

/** Where a call stands that is led here. It holds no name and no phone. */
export type CallFlowRow = RowOf<typeof flow>;

/** A call at a virtual number. */
export type CallRow = RowOf<typeof fields>;

export const CallModel = defineModel('Call', {
  connection: core,
  collection: 'calls',
  readers: ['resident', 'core-mobile'],
  writers: { admin: ['update'], 'admin-workers': ['update', 'remove'], webhooks: ['insert', 'update'] },
  isTenantOwned: true,
  crossTenantReads: {
    'call-by-provider': 'provider_1_providerCallId_1',
    'call-by-id': '_id_',
    'silent-calls': 'flow.phase_1_updatedAt_1',
  },
  isCounted: true,
  fields,
  indexes: [
    { fields: { provider: 1, providerCallId: 1 }, options: { unique: true } },
    {
      fields: { 'flow.phase': 1, updatedAt: 1 },
      options: { partialFilterExpression: { 'flow.phase': { $in: ['ASKING', 'RINGING', 'ANSWERED'] } } },
    },
    // The calls that wait for an answer: the count of them reads this index and no row.
    {
      fields: { tenantId: 1, status: 1, updatedAt: 1, virtualNumberId: 1, unitId: 1, _id: 1 },
      options: { partialFilterExpression: { status: 'RINGING' } },
    },
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
