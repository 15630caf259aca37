import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startSweepers, type Sweepers } from './crash-sweepers.ts';

const rounds = 12;

/** More events than a sweeper publishes before its kill, in several batches. */
const backlog = 5000;

/** A lease of five seconds, a poll of two, and time for a busy machine. */
const takeoverMs = 15_000;

describe('sweepers repeatedly stopped within a backlog of thousands', () => {
  let sweepers: Sweepers;
  beforeEach(async () => {
    sweepers = await startSweepers();
  });
  afterEach(() => sweepers.stop());

  test('publish each event once when killed by kill -9', { timeout: 1_800_000 }, async () => {
    const takeoversMs: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      await sweepers.addBacklog(backlog);
      await sweepers.untilMoreSent(500 * (round % 4) + 1);
      takeoversMs.push(await sweepers.killHolder());
    }
    const losses = await sweepers.findLosses();
    console.log(
      `${rounds} sweepers killed, ${rounds * backlog} events, taken over in ${takeoversMs.join(', ')} ms`,
    );
    expect(losses).toEqual([]);
    expect(Math.max(...takeoversMs)).toBeLessThan(takeoverMs);
  });

  test('publish each event once when frozen longer than the lease', { timeout: 1_800_000 }, async () => {
    for (let round = 1; round <= rounds; round += 1) {
      await sweepers.addBacklog(backlog);
      await sweepers.untilMoreSent(500 * (round % 4) + 1);
      await sweepers.freezeHolder();
      await sweepers.addBacklog(backlog);
      await sweepers.untilMoreSent(1);
      // Both are within a batch now, the resumed one within an old batch.
      sweepers.thaw();
    }
    expect(await sweepers.findLosses()).toEqual([]);
  });
});
