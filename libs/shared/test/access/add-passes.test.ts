import { addPasses, type NewPass } from '@pas/shared/access/add-passes';
import { choosePins } from '@pas/shared/access/choose-pins';
import { commit } from '@pas/shared/change/commit';
import { newId } from '@pas/shared/ids/id';
import { AccessPassModel } from '@pas/shared/models/access-pass';
import { formerTestPasses, testPasses } from '@pas/testing/rows';
import { useDatabases } from '@pas/testing/test-databases';
import { beforeEach, expect, test } from 'vitest';
import { operationContext } from '../operation.ts';

const databases = await useDatabases();
beforeEach(() => databases.clear());

const tenantId = newId('tenant');
const accessPointIds = [newId('accessPoint'), newId('accessPoint')];
const propertyId = newId('property');

const given = (): NewPass => ({
  propertyId,
  accessPointIds,
  kind: 'VENDOR',
  createdBy: { type: 'API_KEY', id: newId('apiKey') },
  guestName: null,
  holderEmail: null,
  holderEmailKey: null,
  holderPhone: null,
  startsAt: new Date(),
  endsAt: new Date(Date.now() + 86_400_000),
  weekdays: [],
  timeFrom: null,
  timeTo: null,
  maxUses: null,
});

/** Derives passes with equal first PINs, as if their doors had a million passes. */
const crowded = (takenCounters: number, links = testPasses) => ({
  ...links,
  pinOf: (pass: Parameters<typeof testPasses.pinOf>[0]): string =>
    pass.pinCounter < takenCounters ? `00000${pass.pinCounter}` : links.pinOf(pass),
});

const add = (holders: number, links = testPasses) => {
  const more = Array.from({ length: holders - 1 }, given);
  return commit(operationContext(tenantId), (change) =>
    addPasses(operationContext(tenantId), change, { links, given: [given(), ...more] }),
  );
};
const pinsOf = (passes: Awaited<ReturnType<typeof add>>) => passes.map((pass) => testPasses.pinOf(pass));

test('the holders of a pass form a group, each with its own PIN at every door', async () => {
  const passes = await add(50);
  const [first, ...others] = passes;
  expect(others.map(({ groupId }) => groupId)).toEqual(others.map(() => first._id));
  expect([first.groupId, new Set(pinsOf(passes)).size]).toEqual([null, 50]);
  const keys = passes.flatMap(({ pinKeys }) => pinKeys);
  expect(new Set(keys).size).toBe(100);
  expect(await AccessPassModel.countDocuments({ tenantId })).toBe(50);
});

test('a PIN of another live pass of a door is not reused, within and outside of the group', async () => {
  const links = crowded(1);
  const counters = (passes: Awaited<ReturnType<typeof add>>) => passes.map(({ pinCounter }) => pinCounter);
  expect(counters(await add(3, links))).toEqual([0, 1, 1]);
  expect(counters(await add(2, links))).toEqual([1, 1]);
  await AccessPassModel.updateMany({ tenantId, pinCounter: 0 }, { $set: { isLive: false } });
  expect(counters(await add(1, links))).toEqual([0]);
});

test('a PIN from before a rotation of the secret is not reused, within and outside of the group', async () => {
  const links = crowded(1);
  const [[older], [newer]] = [await add(1, crowded(1, formerTestPasses)), await add(1, links)];
  expect(older.secretVersion).not.toBe(newer.secretVersion);
  expect([older.pinCounter, newer.pinCounter]).toEqual([0, 1]);
  const rows = [older, { ...newer, pinCounter: 0 }];
  const ctx = operationContext(tenantId);
  await commit(ctx, (change) => choosePins(ctx, change, { links, rows }));
  expect(rows.map(({ pinCounter }) => pinCounter)).toEqual([0, 1]);
});

test('stores nothing if none of the eight PINs is free', async () => {
  const links = crowded(8);
  await add(8, links);
  await expect(add(1, links)).rejects.toMatchObject({ kind: 'unavailable' });
  expect(await AccessPassModel.countDocuments({ tenantId })).toBe(8);
});
