import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startSweepers, type Sweepers } from './crash-sweepers.ts';

const rounds = 12;

/** More than a sweeper publishes before it is killed, and in several batches. */
const backlog = 5000;

/** The lease of five seconds, a poll of two, and a busy machine. */
const takeoverMs = 15_000;

describe('sweepers that are harmed again and again in the middle of a backlog of thousands', () => {
  let sweepers: Sweepers;
  beforeEach(async () => {
    sweepers = await startSweepers();
  });
  afterEach(() => sweepers.stop());

  test('have each event in the stream once, killed by kill -9', { timeout: 1_800_000 }, async () => {
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

  test(
    'have each event in the stream once, frozen longer than the lease',
    { timeout: 1_800_000 },
    async () => {
      for (let round = 1; round <= rounds; round += 1) {
        await sweepers.addBacklog(backlog);
        await sweepers.untilMoreSent(500 * (round % 4) + 1);
        await sweepers.freezeHolder();
        await sweepers.addBacklog(backlog);
        await sweepers.untilMoreSent(1);
        // Both are in the middle of a batch now, the one that wakes up in an old one.
        sweepers.thaw();
      }
      expect(await sweepers.findLosses()).toEqual([]);
    },
  );
});
