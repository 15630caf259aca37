import { describe, expect, it } from 'vitest';
import { createDoorBook } from './door-book.ts';

const command = (attemptId: string, ms = 10_000) => ({
  attemptId,
  expiresAt: new Date(Date.now() + ms).toISOString(),
});

describe('a door', () => {
  it('answers from the start and opens once for an attempt', () => {
    const doors = createDoorBook();
    expect(doors.show('new')).toEqual({ ref: 'new', behaviour: 'answer', pulses: 0 });
    const [text] = doors.command('new', command('att_1')).texts;
    expect(JSON.parse(text ?? '')).toEqual({ attemptId: 'att_1', result: 'opened' });
    expect(doors.command('new', command('att_1')).texts).toEqual([text]);
    doors.command('new', command('att_2'));
    expect(doors.show('new').pulses).toBe(2);
    expect(doors.show('another').pulses).toBe(0);
  });

  it('does not open for an expired command', () => {
    const doors = createDoorBook();
    expect(doors.command('late', command('att_1', -1)).texts[0]).toContain('refused');
    expect(doors.show('late').pulses).toBe(0);
  });

  it.each([
    ['silent', 0, 0, 0],
    ['slow', 1, 50, 1],
    ['twice', 2, 0, 1],
  ] as const)('%s: %d answers after %d ms, %d pulses', (behaviour, answers, delayMs, pulses) => {
    const doors = createDoorBook();
    doors.set('a', { behaviour, delayMs: 50 });
    const answer = doors.command('a', command('att_1'));
    expect([answer.texts.length, answer.delayMs]).toEqual([answers, delayMs]);
    expect(doors.show('a')).toEqual({ ref: 'a', behaviour, pulses });
  });
});
