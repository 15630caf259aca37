import { expect, test } from 'vitest';
import { readMessage } from './read-message.ts';

test('a message of the service keeps its call', () => {
  const sent = { id: 'call_1', kind: 'call', title: 'Someone rings', body: 'Apt 4B', callId: 'call_1' };
  expect(readMessage(JSON.stringify({ ...sent, unitId: 'unit_1' }))).toEqual(sent);
});

test.each(['', 'no JSON', 'null', '[]', '{"title":{"toString":1},"callId":7}'])(
  'an unreadable push gets a default title: %s',
  (text) => {
    expect(readMessage(text)).toEqual({ id: 'message', kind: '', title: 'My home', body: '', callId: null });
  },
);
