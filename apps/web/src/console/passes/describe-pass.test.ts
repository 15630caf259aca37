import { expect, test } from 'vitest';
import { deliveryInWords, endInWords, timesOf } from './describe-pass.ts';

const by = { type: 'STAFF', id: 'dana', name: 'Dana Whitfield' };
const at = '2026-06-05T12:00:00.000Z';

test.each([
  [{ at, reason: 'EXPIRED' as const, by: null, note: null }, 'Expired'],
  [{ at, reason: 'REVOKED' as const, by, note: null }, 'Ended by Dana Whitfield'],
  [
    { at, reason: 'REVOKED' as const, by, note: 'The work is finished.' },
    'Ended by Dana Whitfield: The work is finished.',
  ],
  [{ at, reason: 'REVOKED' as const, by: null, note: null }, 'Ended'],
  [{ at, reason: 'MOVED_OUT' as const, by, note: null }, 'Ended: the resident moved out'],
])('the end %o is “%s”', (ended, words) => {
  expect(endInWords(ended)).toBe(words);
});

test('a recurring pass names its days and hours', () => {
  expect(timesOf({ weekdays: ['MON', 'FRI'], timeFrom: '08:00', timeTo: '17:00' })).toBe(
    'Mon, Fri, 08:00–17:00',
  );
  expect(timesOf({ weekdays: null, timeFrom: null, timeTo: null })).toBe('Every day');
});

test('a message that came back has its reason', () => {
  const delivery = { id: 'dlv_1', at, channel: 'EMAIL' as const, status: 'BOUNCED' as const };
  expect(deliveryInWords({ ...delivery, error: 'mailbox_refused' })).toBe(
    'E-mail came back: the mailbox does not exist or takes no mail',
  );
  expect(deliveryInWords({ ...delivery, channel: 'SMS', status: 'SENT', error: null })).toBe('Text was sent');
});
