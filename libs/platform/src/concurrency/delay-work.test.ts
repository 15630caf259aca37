import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { delayWork } from './delay-work.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('delayed work', () => {
  test('runs once for all causes within its delay', async () => {
    const run = vi.fn<() => Promise<void>>(async () => {});
    const work = delayWork(run, 1000);
    for (let cause = 0; cause < 3; cause += 1) work.schedule();
    await vi.advanceTimersByTimeAsync(999);
    expect(run).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    work.schedule();
    await vi.advanceTimersByTimeAsync(1000);
    expect(run).toHaveBeenCalledTimes(2);
  });

  test('runs at a flush instead of at its time', async () => {
    const run = vi.fn<() => Promise<void>>(async () => {});
    const work = delayWork(run, 1000);
    work.schedule();
    await work.flush();
    await vi.advanceTimersByTimeAsync(2000);
    expect(run).toHaveBeenCalledTimes(1);
  });

  test('runs after the run that is under way, which a flush waits for', async () => {
    const steps: string[] = [];
    let end = (): void => undefined;
    const run = async (): Promise<void> => {
      steps.push('start');
      await new Promise<void>((resolve) => (end = resolve));
      steps.push('end');
    };
    const work = delayWork(run, 1000);
    const runs = [work.flush(), work.flush()];
    for (const each of runs) {
      await vi.advanceTimersByTimeAsync(0);
      end();
      await each;
    }
    expect(steps).toEqual(['start', 'end', 'start', 'end']);
  });
});
