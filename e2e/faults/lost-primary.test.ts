import { expect, test } from 'vitest';
import { failOverCommits } from './fail-over-commits.ts';

test('a primary of three that is killed takes no acknowledged commit with it, and each event is published once', async () => {
  const { losses } = await failOverCommits(1);
  expect(losses).toEqual([]);
});
