import { newId } from '@pas/shared/ids/id';
import { CallModel, type CallRow } from '@pas/shared/models/call';

/** Stores a call that rings at a home. */
export async function addCall(
  home: Pick<CallRow, 'tenantId' | 'propertyId' | 'unitId'>,
  fields: Partial<CallRow> = {},
): Promise<CallRow> {
  const now = new Date();
  const call: CallRow = {
    _id: newId('call'),
    ...home,
    createdAt: now,
    updatedAt: now,
    version: 1,
    virtualNumberId: null,
    dialled: null,
    provider: 'TELEPHONY_A',
    providerCallId: newId('event'),
    direction: 'INBOUND',
    fromNumber: '+12025550100',
    toNumber: '+12025550101',
    status: 'RINGING',
    outcome: null,
    answeredBy: null,
    startedAt: now,
    answeredAt: null,
    endedAt: null,
    durationSeconds: null,
    legs: [],
    flow: null,
    ...fields,
  };
  await CallModel.insertMany([call]);
  return call;
}
