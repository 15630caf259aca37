import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDrill, type Drill } from './drill.ts';
import {
  countEffects,
  countFaults,
  faultCodes,
  planRoster,
  soundRows,
  untilInFeed,
  untilSealed,
} from './import-drill.ts';

/**
 * Rows of the roster; `IMPORT_ROWS` sets fewer. A multiple of 100; batches of events need more than 5,000.
 */
const rows = Number(process.env['IMPORT_ROWS'] ?? 100_000);
const sound = soundRows(rows);

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
      totals: { rows, create: sound, error: rows - sound },
    });
    const each = rows / 50;
    expect(await countFaults(drill, imported)).toEqual(
      Object.fromEntries(faultCodes.map((code) => [code, each])),
    );

    await imported.commit();
    for (const share of [1 / 2, 3 / 4]) {
      await imported.untilDone(sound * share);
      await drill.kill('admin-workers');
      const { status, progress } = await imported.read();
      expect(status).toBe('COMMITTING');
      expect(progress?.done).toBeGreaterThanOrEqual(sound * share);
      expect(progress?.done).toBeLessThan(sound);
      await drill.start('admin-workers');
    }
    const ended = await imported.untilOver('COMMITTING');
    expect(ended).toMatchObject({
      status: 'COMMITTED',
      planHash: planned.planHash,
      progress: { rows: sound, done: sound, stale: 0 },
    });

    await untilSealed(drill);
    await untilInFeed(drill, imported, sound);
    expect(await countEffects(drill, imported)).toEqual({
      users: [sound, sound],
      residences: [sound, sound],
      events: [sound, sound],
      records: [sound, sound],
      feed: [sound, sound],
      executed: sound,
      left: rows - sound,
      ends: 1,
      emptyHomes: 0,
    });
    expect(await drill.pas('dead-letters', 'list')).toBe('');
  },
  3 * 3_600_000,
);
