import { core } from '@pas/platform/mongo/connections';
import { defineModel, tenantFields, type TenantRow } from '@pas/platform/mongo/define-model';

/** What can become of a call, as figures list them. */
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

/** One attempt to reach somebody for a call. */
export interface CallLeg {
  /** The resident who is rung; null where a number is rung that is nobody's. */
  userId: string | null;
  /** E.164. */
  toNumber: string | null;
  status: 'RINGING' | 'ANSWERED' | 'NO_ANSWER' | 'BUSY' | 'CANCELED' | 'FAILED';
  startedAt: Date;
  answeredAt: Date | null;
  endedAt: Date | null;
}

/** A call at a virtual number. */
export interface CallRow extends TenantRow {
  /** Null where the number was assigned to nothing at the time; so are unit and door then. */
  propertyId: string | null;
  unitId: string | null;
  virtualNumberId: string | null;
  provider: 'TELEPHONY_A' | 'TELEPHONY_B';
  /** What the provider calls it; one row each. */
  providerCallId: string;
  direction: 'INBOUND' | 'OUTBOUND';
  /** E.164; null where the caller withholds it. */
  fromNumber: string | null;
  toNumber: string | null;
  status: 'RINGING' | 'IN_PROGRESS' | 'COMPLETED' | 'FAILED';
  /** Null until it is known. */
  outcome: CallOutcome | null;
  /** The resident who answered. */
  answeredBy: string | null;
  startedAt: Date;
  answeredAt: Date | null;
  endedAt: Date | null;
  /** From start to end, in seconds; null while it lasts. */
  durationSeconds: number | null;
  legs: CallLeg[];
}

const text = { type: String, default: null };
const date = { type: Date, default: null };

export const CallModel = defineModel<CallRow>('Call', {
  connection: core,
  collection: 'calls',
  writers: [],
  isTenantOwned: true,
  isCounted: true,
  fields: {
    ...tenantFields,
    propertyId: text,
    unitId: text,
    virtualNumberId: text,
    provider: { type: String, required: true },
    providerCallId: { type: String, required: true },
    direction: { type: String, required: true },
    fromNumber: text,
    toNumber: text,
    status: { type: String, required: true },
    outcome: text,
    answeredBy: text,
    startedAt: { type: Date, required: true },
    answeredAt: date,
    endedAt: date,
    durationSeconds: { type: Number, default: null },
    legs: [
      {
        _id: false,
        userId: text,
        toNumber: text,
        status: { type: String, required: true },
        startedAt: { type: Date, required: true },
        answeredAt: date,
        endedAt: date,
      },
    ],
  },
  indexes: [
    { fields: { provider: 1, providerCallId: 1 }, options: { unique: true } },
    { fields: { tenantId: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, updatedAt: -1, _id: -1 } },
    { fields: { tenantId: 1, startedAt: -1, _id: -1 } },
    { fields: { tenantId: 1, propertyId: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, propertyId: 1, startedAt: -1, _id: -1 } },
    { fields: { tenantId: 1, unitId: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, outcome: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, providerCallId: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, fromNumber: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, toNumber: 1, createdAt: -1, _id: -1 } },
  ],
});
