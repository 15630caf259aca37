import { expect, test } from 'vitest';
import { oneAtATime } from './one-at-a-time.ts';

test('turns follow each other in the order of asking, and an ended turn ends no later one', async () => {
  const turns = oneAtATime();
  const entered: number[] = [];
  const enter = async (at: number): Promise<() => void> => {
    const end = await turns.enter();
    entered.push(at);
    return end;
  };
  const [first, second, third] = [enter(1), enter(2), enter(3)];
  const end = await first;
  expect(entered).toEqual([1]);
  end();
  const endSecond = await second;
  end();
  expect(entered).toEqual([1, 2]);
  endSecond();
  await third;
  expect(entered).toEqual([1, 2, 3]);
});
