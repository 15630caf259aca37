import { newId } from '../ids/id.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const minuteMs = 60_000;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('the property of a parent is asked for again after an hour, however often it was recalled meanwhile', async () => {
  // Loaded here, so that it takes its time from the test's clock.
  const { recallProperty } = await import('./known-parents.ts');
  const parent = { tenantId: newId('tenant'), id: newId('property') };
  let asked = 0;
  const load = async (): Promise<string> => {
    asked += 1;
    return parent.id;
  };
  for (let minutes = 0; minutes <= 70; minutes += 10) {
    expect(await recallProperty(parent, load)).toBe(parent.id);
    await vi.advanceTimersByTimeAsync(10 * minuteMs);
  }
  expect(asked).toBe(2);
});
