import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startSweepers, type Sweepers } from './crash-sweepers.ts';

describe('a sweeper in the middle of a backlog', () => {
  let sweepers: Sweepers;
  beforeEach(async () => {
    sweepers = await startSweepers();
  });
  afterEach(() => sweepers.stop());

  test('is followed by another one when it is killed, and each event is in the stream once', async () => {
    await sweepers.addBacklog(2000);
    await sweepers.untilMoreSent(1);
    await sweepers.killHolder();
    expect(await sweepers.findLosses()).toEqual([]);
  });

  test('may be frozen until another one has its lease, and goes on beside it without doubling', async () => {
    await sweepers.addBacklog(2000);
    await sweepers.untilMoreSent(1);
    await sweepers.freezeHolder();
    await sweepers.addBacklog(2000);
    sweepers.thaw();
    expect(await sweepers.findLosses()).toEqual([]);
  });
});
