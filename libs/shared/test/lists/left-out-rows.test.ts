import { listRows } from '@pas/platform/lists/list-rows';
import { readTotals } from '@pas/platform/lists/row-totals';
import { newId } from '@pas/shared/ids/id';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { userRow } from '@pas/testing/rows';
import { useDatabases } from '@pas/testing/test-databases';
import { beforeEach, describe, expect, test } from 'vitest';

// Default lists of users leave out FORMER ones.

await useDatabases();
let tenantId: string;
beforeEach(() => {
  tenantId = newId('tenant');
});

const model = UserModel as never;
const total = async (): Promise<number> => (await readTotals({ model, tenantId })).rows;
const former = { isFormer: true, status: 'FORMER' } as const;
const current = { isFormer: null, status: 'ACTIVE' } as const;
const turn = (ids: readonly string[], from: object, to: Partial<UserRow>) =>
  UserModel.updateMany({ _id: { $in: [...ids] }, tenantId, isLive: true, ...from }, { $set: to });

/** Returns rows created minutes apart. Every second one is left out. */
const mixed = (count: number): UserRow[] =>
  Array.from({ length: count }, (_, index) => ({
    ...userRow(tenantId, { createdAt: new Date(Date.now() - (count - index) * 120_000) }),
    ...(index % 2 === 0 && former),
  }));

describe('the total of a list that leaves rows out', () => {
  test('follows rows that are left out, come back and are deleted', async () => {
    expect(await total()).toBe(0);
    const rows = [...Array.from({ length: 4 }, () => userRow(tenantId)), { ...userRow(tenantId), ...former }];
    await UserModel.insertMany(rows);
    const [first = '', second = '', third = '', , last = ''] = rows.map(({ _id }) => _id);
    expect(await total()).toBe(4);
    await turn([first, second], { isFormer: null }, former);
    expect(await total()).toBe(2);
    await turn([first], { isFormer: { $ne: null } }, current);
    expect(await total()).toBe(3);
    await UserModel.findOneAndUpdate(
      { _id: third, tenantId, isLive: true, isFormer: null },
      { $set: former },
    );
    expect(await total()).toBe(2);
    const deleted = { isLive: false };
    await turn([second, last], { isFormer: true }, deleted);
    expect(await total()).toBe(2);
    await turn([first], { isFormer: null }, deleted);
    expect(await total()).toBe(1);
  });

  test('is recounted after a write with an unknown effect', async () => {
    const rows = mixed(6);
    await UserModel.insertMany(rows);
    expect(await total()).toBe(3);
    await turn(
      rows.map(({ _id }) => _id),
      {},
      former,
    );
    expect(await total()).toBe(0);
    await turn(
      rows.map(({ _id }) => _id),
      { isFormer: { $in: [null, true] } },
      current,
    );
    expect(await total()).toBe(6);
  });
});

test('deep pages leave out the same rows, with and without a page map, and after rows return', async () => {
  const rows = mixed(9000);
  await UserModel.insertMany(rows);
  const sort = [{ field: 'createdAt', direction: -1 as const }];
  const page = async (offset: number) => {
    const filter = { tenantId, isLive: true, isFormer: null };
    const { rows: found, total: all } = await listRows(UserModel, filter, { limit: 5, offset, sort });
    return { ids: found.map(({ _id }) => _id), all };
  };
  const listed = (all: readonly UserRow[]) =>
    all
      .filter(({ isFormer }) => isFormer === null)
      .map(({ _id }) => _id)
      .toReversed();
  const expected = listed(rows).slice(4000, 4005);
  for (let reads = 0; reads < 3; reads += 1) expect(await page(4000)).toEqual({ ids: expected, all: 4500 });
  const last = rows.at(-2);
  await turn([last?._id ?? ''], { isFormer: true }, current);
  const after = listed(rows.map((row) => (row === last ? { ...row, ...current } : row)));
  for (let reads = 0; reads < 3; reads += 1)
    expect(await page(4000)).toEqual({ ids: after.slice(4000, 4005), all: 4501 });
});

test('outdated rows are neither listed nor counted', async () => {
  const rows = Array.from({ length: 5 }, () => userRow(tenantId));
  await UserModel.insertMany(rows);
  const due = rows[2]?._id ?? '';
  const sort = [{ field: 'createdAt', direction: 1 as const }];
  const filter = { tenantId, isLive: true, isFormer: null };
  const list = (more: object) =>
    listRows(UserModel, { ...filter, ...more }, { limit: 5, offset: 0, sort, outdated: { _id: due } });
  for (const more of [{}, { kind: 'RESIDENT' }]) {
    const { rows: found, total: all } = await list(more);
    expect(all).toBe(4);
    expect(found.map(({ _id }) => _id)).not.toContain(due);
  }
});
