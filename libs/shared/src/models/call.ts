import { core } from '@pas/platform/mongo/connections';
import { defineModel, tenantFields, whereText } from '@pas/platform/mongo/define-model';
import { field, type RowOf } from '@pas/platform/mongo/fields';

/** Outcomes of a call, in the order of the statistics. */
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

/** Statuses of a leg. QUEUED: its turn is still to come. SKIPPED: it is never rung. */
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

/** Reasons why a resident's phone is not rung. */
export const skipReasons = [
  'quiet_hours',
  'ring_off',
  'no_verified_phone',
  'same_phone',
  'too_many',
  'virtual_number',
] as const;

const callLeg = {
  /** The resident who is rung; null if the number belongs to no resident. */
  userId: field.textOrNull,
  /** E.164. */
  toNumber: field.textOrNull,
  status: field.oneOf(...legStatuses),
  /** Reason of a SKIPPED leg; null for all others. */
  reason: field.oneOfOrNull(...skipReasons),
  /** Whether the resident's devices got a push for the call. */
  pushed: field.flag,
  startedAt: field.date,
  answeredAt: field.dateOrNull,
  endedAt: field.dateOrNull,
};

/** One attempt to reach somebody for a call. */
export type CallLeg = RowOf<typeof callLeg>;

/** State of a leg in the flow, at the index of the leg's record. */
const dialledLeg = {
  /** The group in which it is rung, from 0; null for a SKIPPED leg. */
  step: field.numberOrNull,
  /** The provider's id of the leg, as soon as it is known. */
  providerLegId: field.textOrNull,
  /** Whether the resident has heard the choice to talk or to open, and has not chosen yet. */
  isOffered: field.flag,
  /** Whether the leg is hung up after its announcement. */
  isDismissed: field.flag,
  /** Whether the provider has reported the end of the leg. The end of a whole step is less exact. */
  isReported: field.flag,
};

/** The commands for one event of the provider. */
const flowStep = {
  /** Identifies repeats of the event. */
  key: field.text,
  commands: field.json<object[]>(),
};

const flow = {
  /** Number of the flow's changes of the row. Each change requires the revision that it has read. */
  revision: field.number,
  phase: field.oneOf('ASKING', 'RINGING', 'ANSWERED', 'OVER'),
  /** Number of times that the visitor was asked for the unit. */
  asked: field.number,
  /** The group of legs that rings now. */
  step: field.number,
  legs: field.listOf(dialledLeg),
  /** End of the wait for a resident in the app. Null if no device got a push. */
  devicesUntil: field.dateOrNull,
  /** Recent door attempts of the residents before their devices rang. Null before; calls of the previous release lack it. */
  earlierAttempts: field.textListOrNull,
  /** Number of announcements to wait for the app while no phone rings. */
  waits: field.number,
  /** Index in `legs` of the resident who answered. */
  answeredLeg: field.numberOrNull,
  /** Whether the resident and the visitor are connected. */
  isTalking: field.flag,
  /** Whether an authorized resident has opened the door. */
  isDoorAsked: field.flag,
  /** Last announcement to the visitor: a name in the catalogue of words. */
  closing: field.textOrNull,
  /** Settings of the property and the number at the start of the call. */
  language: field.oneOf('en', 'es', 'fr', 'de'),
  /** The voice that speaks it (BCP 47). */
  voice: field.text,
  placeName: field.text,
  timeZone: field.text,
  ringMode: field.oneOf('ORDER', 'TOGETHER'),
  ringSeconds: field.number,
  /** The digit that opens the door; null where no door is offered. */
  openDigit: field.textOrNull,
  accessPointId: field.textOrNull,
  /** Processed events, in order. A repeat of an event gets the same commands. */
  steps: field.listOf(flowStep),
};

const fields = {
  ...tenantFields,
  /** Null if the number was unassigned at the time, as are unit and door. */
  propertyId: field.textOrNull,
  unitId: field.textOrNull,
  virtualNumberId: field.textOrNull,
  /** The digits with which the visitor named a unit last, at most 12; null if none were keyed in. */
  dialled: field.textOrNull,
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
  /** Null for calls that this system did not control. */
  flow: field.groupOrNull(flow),
};

/** State of a call that this system controls. It contains no name and no phone. */
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
    // The calls that wait for an answer. Counting them reads this index and no row.
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
    { fields: { tenantId: 1, unitId: 1, startedAt: -1, _id: -1 }, options: whereText('unitId') },
    { fields: { tenantId: 1, virtualNumberId: 1, createdAt: -1 } },
    { fields: { tenantId: 1, outcome: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, providerCallId: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, fromNumber: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, toNumber: 1, createdAt: -1, _id: -1 } },
    {
      fields: { tenantId: 1, 'legs.userId': 1, createdAt: -1, _id: -1 },
      options: whereText('legs.userId'),
    },
    {
      fields: { tenantId: 1, 'legs.userId': 1, startedAt: -1, _id: -1 },
      options: whereText('legs.userId'),
    },
  ],
});
