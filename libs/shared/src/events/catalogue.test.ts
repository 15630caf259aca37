import { expect, test } from 'vitest';
import { catalogue } from './catalogue.ts';

test('the data of every event has the version of its entity', () => {
  const without = Object.entries(catalogue).filter(([, { shape }]) => !('aggregateVersion' in shape));
  expect(without.map(([type]) => type)).toEqual([]);
});
