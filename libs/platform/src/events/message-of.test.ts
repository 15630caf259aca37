import { expect, test } from 'vitest';
import { messageOf } from './message-of.ts';

test('a message says neither from which address nor with which program a request came', () => {
  const context = { ip: '192.0.2.7', userAgent: 'a browser', correlationId: 'c-1' };
  expect(JSON.parse(messageOf({ id: 'evt_1', data: { context } }))).toEqual({
    id: 'evt_1',
    data: { context: { ip: null, userAgent: null, correlationId: 'c-1' } },
  });
});
