import { expect, test } from 'vitest';
import { createParentMemory } from './known-parents.ts';

const minuteMs = 60_000;

test('a parent is read again after an hour, even after frequent use', async () => {
  let nowMs = 1;
  const recall = createParentMemory({ now: () => nowMs });
  const parent = { tenantId: 'ten_1', id: 'prop_1' };
  let asked = 0;
  const load = async (): Promise<string> => {
    asked += 1;
    return parent.id;
  };
  for (let minutes = 0; minutes <= 70; minutes += 10) {
    expect(await recall(parent, load)).toBe('prop_1');
    nowMs += 10 * minuteMs;
  }
  expect(asked).toBe(2);
});
