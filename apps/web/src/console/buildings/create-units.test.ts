import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { noAnswer, toProblem } from '../../api/problem.ts';
import { createUnits, type EnsureUnit } from './create-units.ts';

const labels = Array.from({ length: 30 }, (_, index) => String(index));

/** Returns a service that answers after a turn of the event loop. It counts the most calls at the same time. */
function serviceWith(answer: (label: string, call: number) => boolean) {
  const calls = new Map<string, number>();
  let running = 0;
  const seen = { most: 0 };
  const ensure: EnsureUnit = async (label) => {
    running += 1;
    seen.most = Math.max(seen.most, running);
    calls.set(label, (calls.get(label) ?? 0) + 1);
    await setImmediate();
    running -= 1;
    return answer(label, calls.get(label) ?? 0);
  };
  return { ensure, calls, seen };
}

test('units are ensured four at a time, and new and existing ones are counted separately', async () => {
  const { ensure, seen } = serviceWith((label) => label !== '7');
  const progress: number[] = [];
  const outcome = await createUnits(labels, ensure, (finished) => progress.push(finished));
  expect(outcome).toEqual({ created: 29, existing: 1, failed: [] });
  expect([seen.most, progress.at(-1)]).toEqual([4, 30]);
});

test('a unit without an answer is tried again, a refused one is not, and both are reported by label', async () => {
  const refusal = toProblem(422, { errors: [{ path: 'label', message: 'Use a letter.' }] }, null);
  const { ensure, calls } = serviceWith((label, call) => {
    if (label === '3') throw refusal;
    if (label === '5') throw noAnswer();
    if (label === '9' && call === 1) throw toProblem(503, null, null);
    return true;
  });
  const { created, failed } = await createUnits(labels, ensure, () => undefined);
  expect(created).toBe(28);
  expect(failed).toEqual([
    { label: '3', reason: refusal.fields['label'] },
    { label: '5', reason: noAnswer().message },
  ]);
  expect(['3', '5', '9', '1'].map((label) => calls.get(label))).toEqual([1, 3, 2, 1]);
});
