import { core } from '@pas/platform/mongo/connections';
import { ImportedRowModel } from '@pas/shared/models/imported-row';
import { newId } from '@pas/shared/ids/id';
import { useDatabases } from '@pas/testing/test-databases';
import { expect, test } from 'vitest';
import { replaceRows, storeRows } from '../src/resources/imports/rows/stage-rows.ts';
import type { ResolvedRow } from '../src/resources/imports/rows/resolved-row.ts';
import { importRow } from './import-row.ts';

await useDatabases();

const resolved = (line: number): ResolvedRow => ({
  line,
  cells: [`home ${line}`],
  verdict: 'unchanged',
  propertyId: null,
  unitId: null,
  userId: null,
  personLine: line,
  unitLine: null,
  operation: null,
  changes: [],
  problems: [],
});

test('rows are replaced by their resolved form, also twice; rows emptied by an erasure stay empty', async () => {
  const tenantId = newId('tenant');
  const imported = importRow(tenantId);
  const lines = [2, 3, 4];
  await storeRows(
    imported,
    lines.map((line) => ({ line, cells: [`home ${line}`] })),
  );
  const erased = { cells: ['erased'], execution: 'STALE' as const };
  await ImportedRowModel.updateOne({ _id: `${imported._id}-3`, tenantId }, { $set: erased });
  await replaceRows(imported, lines.map(resolved));
  await replaceRows(imported, lines.map(resolved));
  const rows = await ImportedRowModel.find({ tenantId, importId: imported._id }).sort({ line: 1 }).lean();
  expect(rows.map(({ line, verdict, cells }) => [line, verdict, cells[0]])).toEqual([
    [2, 'unchanged', 'home 2'],
    [3, null, 'erased'],
    [4, 'unchanged', 'home 4'],
  ]);
});

test('a batch reads only its own rows, for any number of the tenant’s rows', async () => {
  const imported = importRow(newId('tenant'));
  const lines = Array.from({ length: 2000 }, (_, at) => at + 2);
  await storeRows(
    imported,
    lines.map((line) => ({ line, cells: [`home ${line}`] })),
  );
  await core.db?.command({ profile: 2 });
  for (let from = 0; from < lines.length; from += 200)
    await replaceRows(imported, lines.slice(from, from + 200).map(resolved));
  await core.db?.command({ profile: 0 });
  const removals = await core.collection('system.profile').find({ op: 'remove' }).toArray();
  expect(removals.map(({ docsExamined }) => docsExamined as number)).toEqual(Array(10).fill(200));
});
