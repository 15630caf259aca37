import { describe, expect, test } from 'vitest';
import { legInWords, resultOf, whyOf } from './describe-call.ts';

describe('a call in words', () => {
  test('gives the reason why a person was not rung', () => {
    expect(legInWords({ status: 'SKIPPED', reason: 'quiet_hours', pushed: false })).toBe(
      'was not rung: it is in their quiet hours',
    );
    expect(legInWords({ status: 'NO_ANSWER', reason: null, pushed: true })).toBe(
      'was rung and did not answer',
    );
    expect(legInWords({ status: 'SKIPPED', reason: 'no_verified_phone', pushed: true })).toBe(
      'was notified in the app, and no phone was rung: they have not verified a phone number',
    );
  });

  test('states that no phone was rung when everyone was skipped', () => {
    const leg = {
      userId: 'user_1',
      toNumber: null,
      pushed: false,
      startedAt: '2026-05-01T10:00:00.000Z',
      answeredAt: null,
      endedAt: null,
    };
    const skipped = { ...leg, status: 'SKIPPED', reason: 'quiet_hours' } as const;
    const rung = { ...leg, status: 'NO_ANSWER', reason: null } as const;
    expect(whyOf({ outcome: 'NO_ANSWER', legs: [skipped, skipped] })).toContain('No phone was rung');
    const told = { ...skipped, reason: 'no_verified_phone', pushed: true } as const;
    expect(whyOf({ outcome: 'NO_ANSWER', legs: [skipped, told] })).toContain('nobody opened in the app');
    expect(whyOf({ outcome: 'NO_ANSWER', legs: [skipped, rung] })).toContain('let it ring');
  });

  test('shows the outcome, or the progress before it', () => {
    expect(resultOf({ outcome: 'NO_TARGET', status: 'COMPLETED' })).toBe('No recipient');
    expect(resultOf({ outcome: null, status: 'RINGING' })).toBe('Ringing');
    expect(whyOf({ outcome: null, legs: [] })).toBeNull();
  });
});
