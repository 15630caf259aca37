import { createEnvelope } from '@pas/platform/events/envelope';
import { describe, expect, test } from 'vitest';
import { catalogue, type EventOf, type NewEvent } from './catalogue.ts';
import { batchType, eventsOfBatch, batchEvents } from './batch-events.ts';

const tenantId = 'ten_harbor';
const now = new Date('2026-03-01T10:00:00.000Z');

const started = (at: number): NewEvent => ({
  type: 'pas.v1.onboarding.residence.started',
  tenantId,
  subject: `res_${at}`,
  data: {
    aggregateVersion: 1,
    userId: `usr_${at}`,
    residenceId: `res_${at}`,
    propertyId: 'prop_1',
    unitId: 'unit_1',
    inviteId: null,
  },
});
const revoked: NewEvent = {
  type: 'pas.v1.onboarding.invite.revoked',
  tenantId,
  subject: 'inv_1',
  data: { aggregateVersion: 2, inviteId: 'inv_1', propertyId: 'prop_1', unitId: 'unit_1' },
};
const many = (count: number): NewEvent[] => Array.from({ length: count }, (_, at) => started(at));

const isBatch = (event: NewEvent): event is NewEvent<typeof batchType> => event.type === batchType;
const envelopeOf = (event: NewEvent<typeof batchType>): EventOf<typeof batchType> => {
  const envelope = createEnvelope(event, 'admin', now);
  return { ...envelope, type: batchType, data: catalogue[batchType].parse(envelope.data) };
};

describe('the events of a change', () => {
  test('become one event; events of other types stay separate', () => {
    expect(batchEvents(tenantId, [revoked])).toEqual([revoked]);
    const [other, batch] = batchEvents(tenantId, [...many(60), revoked, ...many(40)]);
    expect(other).toEqual(revoked);
    expect(batch).toMatchObject({ type: batchType, tenantId });
    expect(catalogue[batchType].safeParse(batch?.data).success).toBe(true);
  });

  test('become several batches if one would be too large', () => {
    const batches = batchEvents(tenantId, many(2500)).filter(isBatch);
    expect(batches.map(({ data }) => data.gathered.length)).toEqual([1000, 1000, 500]);
  });

  test('leave their batch unchanged, each with its own id and the envelope of the batch', () => {
    const events = many(100);
    const [batch] = batchEvents(tenantId, events).filter(isBatch).map(envelopeOf);
    const single = eventsOfBatch(batch as EventOf<typeof batchType>);
    expect(
      single.map(({ type, tenantid, subject, data }) => ({ type, tenantId: tenantid, subject, data })),
    ).toEqual(events);
    expect(new Set(single.map(({ id }) => id)).add(batch?.id ?? '').size).toBe(101);
    const { source, time, correlationid } = single[0] ?? {};
    expect({ source, time, correlationid }).toEqual({
      source: 'admin',
      time: now.toISOString(),
      correlationid: batch?.correlationid,
    });
  });
});
