import { readTotals } from '@pas/platform/lists/row-totals';
import { newId } from '@pas/shared/ids/id';
import { PropertyModel } from '@pas/shared/models/property';
import { UnitModel } from '@pas/shared/models/unit';
import { UserModel } from '@pas/shared/models/user';
import { control, core } from '@pas/platform/mongo/connections';
import { missingIndexes } from '@pas/platform/mongo/indexes';
import { openTestDatabases, type TestDatabases } from '@pas/testing/test-databases';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedLoad, type LoadSettings } from '../../src/local-system/demo/load/seed-load.ts';

const settings: LoadSettings = {
  tenantId: newId('tenant'),
  inviteTokenSecret: 'secret-of-at-least-32-characters!',
  portalUrl: 'http://portal.test',
  size: { properties: 10, floors: 4, unitsPerFloor: 5, unitsPerResident: 5 },
};
const { tenantId } = settings;
const now = new Date();

let databases: TestDatabases;

beforeAll(async () => {
  databases = await openTestDatabases();
});
afterAll(() => databases.stop());

const countRows = async (): Promise<number[]> =>
  Promise.all([
    PropertyModel.countDocuments({ tenantId }),
    UnitModel.countDocuments({ tenantId }),
    UserModel.countDocuments({ tenantId }),
  ]);

test('the load is stored once, completely, with totals and every index', async () => {
  expect(await seedLoad(settings, now)).toBe(true);
  expect(await countRows()).toEqual([10, 200, 40]);
  expect(await readTotals({ model: UnitModel as never, tenantId })).toMatchObject({ rows: 200 });
  expect(await missingIndexes(core)).toEqual([]);
  expect(await missingIndexes(control)).toEqual([]);
  expect(await seedLoad(settings, now)).toBe(false);
  expect(await countRows()).toEqual([10, 200, 40]);
});

test('an aborted load is created again', async () => {
  const left = await PropertyModel.find({ tenantId }).limit(4).lean();
  await PropertyModel.deleteMany({ tenantId, _id: { $nin: left.map(({ _id }) => _id) } });
  expect(await seedLoad(settings, now)).toBe(true);
  expect(await countRows()).toEqual([10, 200, 40]);
});
