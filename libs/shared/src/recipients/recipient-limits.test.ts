import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keptMessages, recipientLimits, remainingMessages, waitFor } from './recipient-limits.ts';

const now = new Date('2026-03-01T12:00:00Z');
const hourMs = 3_600_000;
const hoursAgo = (hours: number) => ({ at: new Date(now.getTime() - hours * hourMs) });
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

describe('a recipient', () => {
  test.each([
    ['without messages can get ten', [], 10, 0],
    ['with nine messages of today can get one', times(9, hoursAgo(1)), 1, 0],
    ['with ten messages of today waits for the oldest to be a day old', times(10, hoursAgo(1)), 0, 23],
    ['with ten messages of a day ago can get ten', times(10, hoursAgo(24)), 10, 0],
    ['with 29 messages of the week can get one', times(29, hoursAgo(30)), 1, 0],
    ['with 30 messages of the week waits until the oldest is a week old', times(30, hoursAgo(30)), 0, 138],
  ])('%s', (_what, sent, remaining, waitHours) => {
    expect([remainingMessages(sent, now), waitFor(sent, now) / hourMs]).toEqual([remaining, waitHours]);
  });

  test('never exceeds a limit in any period, and is refused only at the limit', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 20 * hourMs }), { maxLength: 200 });
    fc.assert(
      fc.property(gaps, (pauses) => {
        const admitted: number[] = [];
        let at = now.getTime();
        for (const pause of pauses) {
          at += pause;
          const sent = admitted
            .slice(-keptMessages)
            .toReversed()
            .map((ms) => ({ at: new Date(ms) }));
          const isFull = recipientLimits.some(
            ({ messages, periodMs }) => admitted.filter((ms) => ms > at - periodMs).length >= messages,
          );
          expect([remainingMessages(sent, new Date(at)) === 0, waitFor(sent, new Date(at)) > 0]).toEqual([
            isFull,
            isFull,
          ]);
          if (!isFull) admitted.push(at);
        }
      }),
    );
  });
});
