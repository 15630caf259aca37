import { describe, expect, test } from 'vitest';
import { eventInWords, type FeedEvent } from './describe-event.ts';

const event = (type: FeedEvent['type'], data: unknown) =>
  ({ id: 'evt_1', type, timestamp: '2026-03-01T09:30:00.000Z', data, cursor: 'c' }) as FeedEvent;
const door = 'Main door';

describe('eventInWords', () => {
  test('names the opened door and links to it', () => {
    const accessEvent = { accessPointId: 'acp_1', decision: 'DENIED', method: 'PIN' };
    expect(eventInWords(event('door.denied', { accessEvent }), door)).toEqual({
      subject: 'Main door',
      what: 'refused with a pin',
      to: '/doors',
      params: {},
      search: { open: 'acp_1' },
      isFault: true,
    });
  });

  test('shows the outcome of a call', () => {
    const call = { id: 'call_1', fromNumber: '+12025550123', outcome: 'NO_ANSWER', status: 'COMPLETED' };
    expect(eventInWords(event('call.ended', { call }), door)).toMatchObject({
      subject: '+1 (202) 555-0123',
      what: 'rang: no answer',
      search: { open: 'call_1' },
    });
  });

  test('links to the unreachable unit in its building', () => {
    const unit = { id: 'unit_1', label: 'Apt 4B', propertyId: 'prop_1' };
    expect(eventInWords(event('unit.unreachable', { unit }), door)).toMatchObject({
      subject: 'Apt 4B',
      to: '/buildings/$id',
      params: { id: 'prop_1' },
      search: { open: 'unit_1' },
    });
  });

  test('links to the report of a resident', () => {
    const report = { id: 'rep_1', userId: 'user_1' };
    expect(eventInWords(event('report.created', { report }), door)).toMatchObject({
      subject: 'A resident',
      what: 'reported a problem',
      to: '/reports',
      search: { open: 'rep_1' },
    });
  });

  test('describes the event of an entity that was removed since', () => {
    expect(eventInWords(event('resident.moved_out', { user: null }), door)).toMatchObject({
      what: 'moved out',
      to: '/',
    });
  });
});
