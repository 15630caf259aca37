import { expect, test } from 'vitest';
import { messageOf } from './message-of.ts';

test('a message contains neither the address nor the user agent nor the stated purpose of a request', () => {
  const context = {
    ip: '192.0.2.7',
    userAgent: 'a browser',
    onBehalfOf: 'Kim',
    reason: 'Lost key',
    correlationId: 'c-1',
  };
  expect(JSON.parse(messageOf({ id: 'evt_1', data: { context } }))).toEqual({
    id: 'evt_1',
    data: { context: { ip: null, userAgent: null, onBehalfOf: null, reason: null, correlationId: 'c-1' } },
  });
});

test('a message contains no personal value', () => {
  const personalValues = [{ digest: 'sha256:0', salt: 's', value: 'jordan@example.test' }];
  expect(messageOf({ id: 'evt_1', data: { personalValues } })).not.toContain('jordan');
});

test('a message contains the first twenty entries of a long list', () => {
  const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);
  const sent: unknown = JSON.parse(messageOf({ short: numbers(20), long: numbers(21) }));
  expect(sent).toEqual({ short: numbers(20), long: numbers(20) });
});
