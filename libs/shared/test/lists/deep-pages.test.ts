import { newId } from '@pas/shared/ids/id';
import { labelOrder } from '@pas/platform/text/fold-text';
import { listRows } from '@pas/platform/lists/list-rows';
import { UnitModel, type UnitRow } from '@pas/shared/models/unit';
import { core } from '@pas/platform/mongo/connections';
import { useDatabases } from '@pas/testing/test-databases';
import { faultsOfPlan } from '@pas/testing/query-plans/judge-plan';
import { watchQueries } from '@pas/testing/query-plans/watch-queries';
import { waitUntil } from '@pas/testing/wait-until';
import { beforeAll, describe, expect, test } from 'vitest';
import { unitRow } from '@pas/testing/rows';

const tenantId = newId('tenant');
const start = Date.now() - 3_600_000;
/** Rows with equal milliseconds, and labels in another order than the rows. */
const rows = Array.from({ length: 6000 }, (_, i) =>
  unitRow(tenantId, {
    createdAt: new Date(start + Math.floor(i / 7)),
    label: `Unit ${(i * 7919) % 6000}`,
    labelKey: `${i}`,
  }),
);

/** Number of lists whose read started at a row in the middle. */
let shortCuts = 0;
/** Number of walks over index keys to the start of a page. */
let walks = 0;
/** Number of deep pages for which rows were read and skipped. */
let skippedRows = 0;
await useDatabases();
beforeAll(async () => {
  await UnitModel.insertMany([...rows, ...rows.slice(0, 9).map(() => unitRow(newId('tenant')))]);
  core.getClient().on('commandStarted', ({ commandName, command }) => {
    if (commandName !== 'find') return;
    const { min, limit, skip = 0 } = command as { min?: object; limit: number; skip?: number };
    if (min && limit > 1) shortCuts += 1;
    if (!min && limit === 1 && skip > 0) walks += 1;
    if (!min && limit > 1 && skip >= 2048) skippedRows += 1;
  });
});

type Field = 'createdAt' | 'label';
/** The sort key of each label. Deriving it for each comparison takes a second a page. */
const labelKeys = new Map(rows.map(({ label }) => [label, labelOrder(label)]));
const orders = {
  createdAt: ({ createdAt }: UnitRow) => createdAt.valueOf(),
  label: ({ label }: UnitRow) => labelKeys.get(label) ?? labelOrder(label),
};
const compare = (a: unknown, b: unknown): number =>
  Number((a as string) > (b as string)) - Number((a as string) < (b as string));

async function idsAt(offset: number, field: Field, direction: 1 | -1): Promise<string[]> {
  const page = { offset, limit: 50, sort: [{ field, direction }] };
  const { rows: found } = await listRows<UnitRow>(UnitModel, { tenantId, isLive: true }, page);
  return found.map(({ _id }) => _id);
}

function expected(offset: number, field: Field, direction: 1 | -1): string[] {
  const live = rows.filter(({ isLive }) => isLive);
  const sorted = live.toSorted(
    (a, b) => direction * (compare(orders[field](a), orders[field](b)) || compare(a._id, b._id)),
  );
  return sorted.slice(offset, offset + 50).map(({ _id }) => _id);
}

/** Reads a page until a short cut serves it, and checks each answer. */
async function readUntilShort(offset: number, field: Field, direction: 1 | -1): Promise<void> {
  await waitUntil(
    async () => {
      const [before, walksBefore] = [shortCuts, walks];
      expect(await idsAt(offset, field, direction)).toEqual(expected(offset, field, direction));
      return shortCuts > before && walks === walksBefore;
    },
    { what: 'a short cut' },
  );
}

test('the first deep page finds its start by the keys of the index, and reads no earlier row', async () => {
  expect(await idsAt(4000, 'createdAt', -1)).toEqual(expected(4000, 'createdAt', -1));
  expect([walks, shortCuts, skippedRows]).toEqual([1, 1, 0]);
});

test('a deep page needs no sort and reads no earlier rows, with or without its map', async () => {
  const watch = watchQueries([core]);
  const queries = await watch.during(async () => readUntilShort(5000, 'createdAt', -1));
  watch.stop();
  const plans = await Promise.all(
    queries.map(async ({ command }) => core.db?.command({ explain: command, verbosity: 'queryPlanner' })),
  );
  expect(plans.map((plan) => faultsOfPlan(plan ?? {})).flat()).toEqual([]);
  const walk = plans.find((plan) => (plan as { command: { skip?: number } }).command.skip === 5000);
  expect(JSON.stringify(walk)).toContain('PROJECTION_COVERED');
});

test('a map and its total come from one snapshot', async () => {
  const times: unknown[] = [];
  const record = ({
    commandName,
    command,
  }: {
    commandName: string;
    command: Record<string, unknown>;
  }): void => {
    const isStep = commandName === 'find' && command['limit'] === 1 && command['skip'] === 512;
    if (isStep) times.push((command['readConcern'] as { atClusterTime?: unknown }).atClusterTime);
  };
  core.getClient().on('commandStarted', record);
  await readUntilShort(5000, 'label', 1);
  core.getClient().off('commandStarted', record);
  expect(times.length).toBeGreaterThan(5);
  expect(times).toEqual(times.map(() => expect.objectContaining({ _bsontype: 'Timestamp' }) as unknown));
  expect(new Set(times.map(String)).size).toBe(1);
});

describe.each([
  ['createdAt', -1],
  ['createdAt', 1],
  ['label', 1],
  ['label', -1],
] as const)('deep pages by %s, direction %i', (field, direction) => {
  test('have the same rows as a walk over all rows', async () => {
    // A deep page is far from the start of its index, from either end.
    const deep = field === 'createdAt' && direction === 1 ? 1000 : 5000;
    await readUntilShort(field === 'label' && direction === -1 ? 1000 : deep, field, direction);
    for (const offset of [
      0, 1, 511, 2047, 2048, 2049, 2560, 3333, 4096, 5949, 5951, 5999, 6000, 6001, 90_000,
    ]) {
      expect(await idsAt(offset, field, direction), `at ${offset}`).toEqual(
        expected(offset, field, direction),
      );
    }
  });

  test.each([
    [
      'new rows',
      async () => {
        const added = Array.from({ length: 3 }, (_, i) =>
          unitRow(tenantId, { label: `Unit 300${i}`, labelKey: newId('unit'), createdAt: new Date() }),
        );
        rows.push(...added);
        await UnitModel.insertMany(added);
      },
    ],
    [
      'rows of another time',
      async () => {
        const added = unitRow(tenantId, {
          label: 'Unit 4',
          labelKey: newId('unit'),
          createdAt: new Date(start + 5),
        });
        rows.push(added);
        await UnitModel.insertMany([added]);
      },
    ],
    [
      'a deleted row',
      async () => {
        const row = rows.find(({ isLive, label }) => isLive && label < 'Unit 3') as UnitRow;
        row.isLive = false;
        await UnitModel.updateOne({ _id: row._id, tenantId, isLive: true }, { $set: { isLive: false } });
      },
    ],
    [
      'a changed label',
      async () => {
        const row = rows.findLast(({ isLive }) => isLive) as UnitRow;
        row.label = row.label > 'Unit 5' ? 'Apt 1' : 'Unit 9999';
        await UnitModel.updateOne(
          { _id: row._id, tenantId },
          { $set: { label: row.label, labelKey: row.labelKey } },
        );
      },
    ],
  ])('stay right after %s', async (_name, change) => {
    await change();
    for (const offset of [0, 1000, 2500, 5000, 5990]) {
      expect(await idsAt(offset, field, direction), `at ${offset}`).toEqual(
        expected(offset, field, direction),
      );
    }
    await readUntilShort(3000, field, direction);
  });
});
