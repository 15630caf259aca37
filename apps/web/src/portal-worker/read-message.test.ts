import { expect, test } from 'vitest';
import { readMessage } from './read-message.ts';

test('a message of the service is read with its call', () => {
  const sent = { id: 'call_1', kind: 'call', title: 'Somebody rings', body: 'Apt 4B', callId: 'call_1' };
  expect(readMessage(JSON.stringify({ ...sent, unitId: 'unit_1' }))).toEqual(sent);
});

test.each(['', 'no JSON', 'null', '[]', '{"title":{"toString":1},"callId":7}'])(
  'a push that cannot be read has words all the same: %s',
  (text) => {
    expect(readMessage(text)).toEqual({ id: 'message', kind: '', title: 'My home', body: '', callId: null });
  },
);
