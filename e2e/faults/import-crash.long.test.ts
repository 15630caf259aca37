import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDrill, type Drill } from './drill.ts';
import {
  countEffects,
  countFaults,
  faultCodes,
  planRoster,
  validRows,
  untilInFeed,
  untilSealed,
} from './import-drill.ts';

/**
 * Rows of the roster; `IMPORT_ROWS` sets fewer. A multiple of 100; batches of events need more than 5,000.
 */
const rows = Number(process.env['IMPORT_ROWS'] ?? 100_000);
const valid = validRows(rows);

let drill: Drill;
beforeAll(async () => {
  drill = await startDrill();
});
afterAll(() => drill.stop());

test(
  'an import loses and repeats no row when its worker is killed at 50 % and the next one at 75 %',
  async () => {
    const imported = await planRoster(drill, rows);
    const planned = await imported.read();
    expect(planned).toMatchObject({
      status: 'VALIDATED',
      totals: { rows, create: valid, error: rows - valid },
    });
    const each = rows / 50;
    expect(await countFaults(drill, imported)).toEqual(
      Object.fromEntries(faultCodes.map((code) => [code, each])),
    );

    await imported.commit();
    for (const share of [1 / 2, 3 / 4]) {
      await imported.untilDone(valid * share);
      await drill.kill('admin-workers');
      const { status, progress } = await imported.read();
      expect(status).toBe('COMMITTING');
      expect(progress?.done).toBeGreaterThanOrEqual(valid * share);
      expect(progress?.done).toBeLessThan(valid);
      await drill.start('admin-workers');
    }
    const ended = await imported.untilOver('COMMITTING');
    expect(ended).toMatchObject({
      status: 'COMMITTED',
      planHash: planned.planHash,
      progress: { rows: valid, done: valid, stale: 0 },
    });

    await untilSealed(drill);
    await untilInFeed(drill, imported, valid);
    expect(await countEffects(drill, imported)).toEqual({
      users: [valid, valid],
      residences: [valid, valid],
      events: [valid, valid],
      records: [valid, valid],
      feed: [valid, valid],
      executed: valid,
      left: rows - valid,
      ends: 1,
      emptyHomes: 0,
    });
    expect(await drill.pas('dead-letters', 'list')).toBe('');
  },
  3 * 3_600_000,
);
