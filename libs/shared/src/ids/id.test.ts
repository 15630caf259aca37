import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { idSchema, newId } from './id.ts';

test('an id names its entity and passes its own schema', () => {
  const id = newId('unit');
  expect(id).toMatch(/^unit_[0-9a-hjkmnp-tv-z]{26}$/);
  expect(idSchema('unit').safeParse(id).success).toBe(true);
});

test('an id of another entity is refused', () => {
  expect(idSchema('unit').safeParse(newId('property')).success).toBe(false);
});

test('ids sort by the millisecond of their making', async () => {
  const earlier = newId('unit');
  const mintedAt = Date.now();
  while (Date.now() === mintedAt) await setTimeout(1);
  expect(earlier < newId('unit')).toBe(true);
});
