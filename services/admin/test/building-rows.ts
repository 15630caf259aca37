import { newId } from '@pas/shared/ids/id';
import type { AccessEventRow } from '@pas/shared/models/access-event';
import type { AccessPointRow } from '@pas/shared/models/access-point';
import type { CallRow } from '@pas/shared/models/call';
import type { ReportRow } from '@pas/shared/models/report';
import type { UnlockAttemptRow } from '@pas/shared/models/unlock-attempt';

const newRow = (tenantId: string) => {
  const now = new Date();
  return { tenantId, createdAt: now, updatedAt: now, version: 1 };
};

/** Builds a finished call with an answer, as the webhooks service stores it. */
export function callRow(tenantId: string, fields: Partial<CallRow> = {}): CallRow {
  const startedAt = fields.startedAt ?? new Date(Date.now() - 60_000);
  return {
    _id: newId('call'),
    ...newRow(tenantId),
    propertyId: null,
    unitId: null,
    virtualNumberId: null,
    dialled: null,
    provider: 'TELEPHONY_A',
    providerCallId: newId('event'),
    direction: 'INBOUND',
    fromNumber: '+12025550100',
    toNumber: '+12025550101',
    status: 'COMPLETED',
    outcome: 'ANSWERED',
    answeredBy: null,
    startedAt,
    answeredAt: startedAt,
    endedAt: startedAt,
    durationSeconds: 0,
    legs: [],
    flow: null,
    ...fields,
  };
}

/** Builds the main door of a property. */
export function accessPointRow(
  tenantId: string,
  fields: Partial<AccessPointRow> & { propertyId: string },
): AccessPointRow {
  const _id = newId('accessPoint');
  return {
    _id,
    ...newRow(tenantId),
    isLive: true,
    deletedAt: null,
    unitId: null,
    name: 'Main door',
    kind: 'DOOR',
    controller: { adapter: 'nats', ref: _id },
    openSeconds: 5,
    online: true,
    lastSeenAt: null,
    reportedBy: null,
    childrenEpoch: 0,
    ...fields,
  };
}

/** Builds an access event of a resident with the app. */
export function accessEventRow(
  tenantId: string,
  fields: Partial<AccessEventRow> & { propertyId: string },
): AccessEventRow {
  return {
    _id: newId('accessEvent'),
    ...newRow(tenantId),
    accessPointId: newId('accessPoint'),
    unitId: null,
    decision: 'GRANTED',
    reason: 'current_residence',
    method: 'APP',
    subject: { type: 'RESIDENT', id: newId('user') },
    passId: null,
    callId: null,
    attemptId: null,
    confirmed: true,
    sourceKey: null,
    occurredAt: new Date(),
    rules: [],
    ...fields,
  };
}

/** Builds an open report of a resident. */
export function reportRow(tenantId: string, fields: Partial<ReportRow> = {}): ReportRow {
  return {
    _id: newId('report'),
    ...newRow(tenantId),
    propertyId: newId('property'),
    unitId: newId('unit'),
    userId: newId('user'),
    kind: 'DOOR',
    text: 'The main door does not close.',
    accessPointId: null,
    status: 'OPEN',
    ...fields,
  };
}

/** Builds a successful attempt to open a door. */
export function attemptRow(tenantId: string, fields: Partial<UnlockAttemptRow> = {}): UnlockAttemptRow {
  return {
    _id: newId('unlockAttempt'),
    ...newRow(tenantId),
    accessPointId: newId('accessPoint'),
    propertyId: newId('property'),
    controller: { adapter: 'nats', ref: newId('event') },
    openSeconds: 5,
    subject: { type: 'RESIDENT', id: newId('user') },
    passId: null,
    keys: [],
    holder: newId('user'),
    turn: 1,
    status: 'SUCCEEDED',
    confirmed: true,
    error: null,
    expiresAt: new Date(),
    endedAt: null,
    ...fields,
  };
}
