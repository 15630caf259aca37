import { createEnvelope } from '@pas/platform/events/envelope';
import { newOutboxRows, OutboxModel, type OutboxRow } from '@pas/platform/events/outbox';
import { markSent } from '@pas/platform/events/sent-marks';
import { createLogger } from '@pas/platform/log/logger';
import { newId } from '@pas/shared/ids/id';
import { foldCarried, readTotals } from '@pas/platform/lists/row-totals';
import { UnitModel } from '@pas/shared/models/unit';
import { RowCountModel } from '@pas/platform/lists/row-count';
import { core } from '@pas/platform/mongo/connections';
import { insertRows } from '@pas/platform/mongo/insert-rows';
import { useDatabases } from '@pas/testing/test-databases';
import { beforeEach, describe, expect, test } from 'vitest';
import { unitRow } from '@pas/testing/rows';

const count = 40;
const inAMinute = (): Date => new Date(Date.now() + 60_000);
const models = [UnitModel as never];
const log = createLogger({ service: 'admin', environment: 'TEST', level: 'silent' });

let tenantId: string;
await useDatabases();
beforeEach(async () => {
  tenantId = newId('tenant');
  await readTotals({ model: UnitModel as never, tenantId });
});

/** Writes counts into the rows of events, as `commit` does. */
async function writeCounts(lockUntil: Date, tenant = tenantId): Promise<string[]> {
  const now = new Date();
  const rows: OutboxRow[] = Array.from({ length: count }, () => {
    const data = { aggregateVersion: 1, inviteId: 'inv_1', propertyId: 'prop_1', unitId: 'unit_1' };
    const type = 'pas.v1.onboarding.invite.created' as const;
    const event = { type, tenantId: tenant, subject: 'inv_1', data };
    const made = newOutboxRows([createEnvelope(event, 'test', now)], { environment: 'TEST', now, lockUntil });
    return { ...(made[0] as OutboxRow), rowsOf: 'units', rows: 1 };
  });
  await insertRows(OutboxModel, rows, null);
  return rows.map(({ _id }) => _id);
}

const total = async (): Promise<number> => (await readTotals({ model: UnitModel as never, tenantId })).rows;
const carried = async (): Promise<number> => OutboxModel.countDocuments({ tenantId, rowsOf: 'units' });

describe('the folding of counts that the rows of events carry', () => {
  test('folds counts only after their process has marked the events as sent', async () => {
    const ids = await writeCounts(inAMinute());
    await foldCarried(models, log);
    expect(await carried()).toBe(count);
    await markSent(OutboxModel, ids, { writeConcern: { w: 'majority' } });
    await foldCarried(models, log);
    expect(await carried()).toBe(0);
  });

  test('does not fold them earlier when the rows are recounted, and counts none twice', async () => {
    const units = Array.from({ length: count }, () => unitRow(tenantId));
    await core.db?.collection('units').insertMany(units as never);
    const ids = await writeCounts(inAMinute());
    await RowCountModel.deleteMany({ tenantId });
    expect(await total()).toBe(count);
    expect([await carried(), await total()]).toEqual([count, count]);
    await markSent(OutboxModel, ids, { writeConcern: { w: 'majority' } });
    await foldCarried(models, log);
    expect([await carried(), await total()]).toEqual([0, count]);
  });

  test('folds counts after their publish time, even if they are not published', async () => {
    await writeCounts(new Date(0));
    await foldCarried(models, log);
    expect(await carried()).toBe(0);
    expect(await OutboxModel.countDocuments({ tenantId, state: 'new' })).toBe(count);
  });

  test('continues if the counts of other tenants cannot be folded', async () => {
    const broken = Array.from({ length: 10 }, () => newId('tenant'));
    for (const tenant of broken) {
      // The id of the tenant's base is taken, so each fold of its counts fails.
      const taken = { _id: `${tenant}|units`, tenantId: 'ten_x', rowsOf: 'units', isBase: true };
      await insertRows(RowCountModel, [{ ...taken, rows: 0, deletes: 0, moves: 0 }], null);
      await writeCounts(new Date(0), tenant);
    }
    await writeCounts(new Date(0));
    await foldCarried(models, log);
    expect(await carried()).toBe(0);
    expect(await OutboxModel.countDocuments({ tenantId: { $in: broken }, rowsOf: 'units' })).toBe(10 * count);
    await OutboxModel.deleteMany({ tenantId: { $in: broken } });
  });
});
