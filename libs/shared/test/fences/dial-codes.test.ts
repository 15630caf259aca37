import { core } from '@pas/platform/mongo/connections';
import { inTransaction } from '@pas/platform/mongo/in-transaction';
import { insertRows } from '@pas/platform/mongo/insert-rows';
import { giveDialCodes, releaseDialCodes } from '@pas/shared/fences/dial-codes';
import { newId } from '@pas/shared/ids/id';
import { spareCode } from '@pas/shared/models/dial-code';
import { UnitModel, type UnitRow } from '@pas/shared/models/unit';
import { unitRow } from '@pas/testing/rows';
import { useDatabases } from '@pas/testing/test-databases';
import { beforeEach, expect, test } from 'vitest';

const tenantId = newId('tenant');
await useDatabases();

let propertyId = '';
beforeEach(() => {
  propertyId = newId('property');
});

const newUnits = (count: number): UnitRow[] =>
  Array.from({ length: count }, () => unitRow(tenantId, { propertyId }));

/** Creates units in one transaction, and returns their codes. */
const create = async (units: readonly UnitRow[]): Promise<(string | null)[]> =>
  inTransaction(core, async (session, transaction) => {
    const coded = await giveDialCodes(transaction, units);
    await insertRows(UnitModel, coded, session);
    return coded.map(({ dialCode }) => dialCode);
  });

const codesUpTo = (count: number): string[] => Array.from({ length: count }, (_, index) => spareCode(index));

/** Counts the reads of units. */
async function countReads(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const record = ({
    commandName,
    command,
  }: {
    commandName: string;
    command: Record<string, unknown>;
  }): void => {
    if (commandName === 'find' && command['find'] === 'units') count += 1;
  };
  const client = core.getClient().on('commandStarted', record);
  await work();
  client.off('commandStarted', record);
  return count;
}

test('concurrent creations get different codes, and later ones the lowest that are free', async () => {
  const made = await Promise.all(Array.from({ length: 20 }, async () => create(newUnits(1))));
  // A creation that runs again leaves its first code free.
  made.push(await create(newUnits(5)));
  expect(made.flatMap((codes) => codes.map((code) => code ?? '')).toSorted()).toEqual(codesUpTo(25));
});

test('a creation that is rolled back frees its codes', async () => {
  const units = newUnits(2);
  const failed = inTransaction(core, async (_session, transaction) => {
    await giveDialCodes(transaction, units);
    throw new Error('rolled back');
  });
  await expect(failed).rejects.toThrow('rolled back');
  expect(await create(units)).toEqual(['000', '001']);
});

test('a property of many units costs a creation one read of units', async () => {
  expect(await create(newUnits(400))).toEqual(codesUpTo(400));
  await create(newUnits(1));
  expect(await countReads(() => create(newUnits(1)))).toBe(1);
  expect(await create(newUnits(1))).toEqual([spareCode(402)]);
});

test('a released code is the next one again', async () => {
  const [first = unitRow(tenantId), ...others] = newUnits(60);
  await create([first, ...others]);
  await create(newUnits(1));
  await inTransaction(core, async (session) => {
    await UnitModel.updateOne({ _id: first._id, tenantId }, { $set: { dialCode: null } }, { session });
    await releaseDialCodes({ session }, [{ ...first, dialCode: '000' }]);
  });
  expect(await create(newUnits(2))).toEqual(['000', spareCode(61)]);
});
