import { describe, expect, test } from 'vitest';

import { waitUntil } from './wait-until.ts';

describe('waitUntil', () => {
  test('returns what the condition answers, as soon as it is truthy', async () => {
    const answers = [undefined, '', 'ready', 'later'];
    expect(await waitUntil(() => answers.shift(), { what: 'an answer', everyMs: 1 })).toBe('ready');
  });

  test('takes a condition that throws for not met', async () => {
    let calls = 0;
    const condition = (): boolean => {
      calls += 1;
      if (calls < 3) throw new Error('refused');
      return true;
    };
    expect(await waitUntil(condition, { what: 'the third call', everyMs: 1 })).toBe(true);
  });

  test('names what it waited for, and the last error, when time is up', async () => {
    const refused = new Error('refused');
    const waiting = waitUntil(() => Promise.reject(refused), { what: 'a server', timeoutMs: 5, everyMs: 1 });
    await expect(waiting).rejects.toMatchObject({
      message: 'timed out after 5 ms waiting for a server',
      cause: refused,
    });
  });
});
