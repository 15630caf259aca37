import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { readFindings } from '@pas/platform/migrations/migration-finding';
import { MigrationModel, type MigrationRow } from '@pas/platform/migrations/migration-row';
import { readLedger } from '@pas/platform/migrations/read-ledger';
import { core } from '@pas/platform/mongo/connections';
import { drillSize } from '@pas/testing/drill-size';
import { exampleEntries, exampleMigration, oldEntries } from '@pas/testing/example-migration';
import { useProcesses } from '@pas/testing/killable-processes';
import { openOwnDatabases, useDatabases } from '@pas/testing/test-databases';
import { waitUntil } from '@pas/testing/wait-until';
import { expect, test } from 'vitest';

const { coreUrl, controlUrl } = await useDatabases(openOwnDatabases);
const { id } = exampleMigration();
const processes = useProcesses(join(import.meta.dirname, 'migrating-process.ts'));

const start = () => processes.start(coreUrl, controlUrl);

async function untilEnded(child: ChildProcess): Promise<void> {
  if (child.exitCode === null) await once(child, 'exit');
  expect(child.exitCode).toBe(0);
}

const size = drillSize({ short: 500, long: 2000 });
const kills = drillSize({ short: 1, long: 2 });
/** Interval of rows that the migration reports. */
const wrongEvery = 10;

const batches = () => core.collection<{ position: string | null }>('example_batches');
const ledger = () => MigrationModel.findOne({ _id: id }).lean<MigrationRow>();

test('a killed migration resumes from its last batch, changes each row once and reports each case once', async () => {
  const amounts = Array.from({ length: size }, (_, at) => (at % wrongEvery === 0 ? 'none' : String(at)));
  const rows = oldEntries('ten_1', amounts);
  await exampleEntries().insertMany(rows);
  for (let killed = 1; killed <= kills; killed += 1) {
    const child = start();
    const isUnderWay = async () => (await readFindings(id)).length >= killed * 4;
    await waitUntil(isUnderWay, { what: 'some rows to be changed' });
    await processes.kill(child);
  }
  const interrupted = await ledger();
  expect(interrupted?.state).toBe('RUNNING');
  const position = interrupted?.position ?? '';
  expect(position).not.toBe('');
  await batches().deleteMany({});
  await Promise.all([start(), start()].map(untilEnded));
  const first = await batches().findOne({}, { sort: { $natural: 1 } });
  expect((first?.position ?? '') >= position).toBe(true);
  const stored = await exampleEntries().find({}).sort({ _id: 1 }).toArray();
  const amountOf = (at: number): number => (at % wrongEvery === 0 ? 0 : at);
  expect(stored).toEqual(rows.map((row, at) => ({ ...row, amount: amountOf(at), writes: 1 })));
  const wrong = rows.filter(({ amount }) => amount === 'none');
  expect((await readFindings(id)).map(({ rowId }) => rowId)).toEqual(wrong.map(({ _id }) => _id));
  const [entry] = await readLedger([id]);
  expect(entry).toMatchObject({ state: 'DONE', findings: size / wrongEvery, examined: size });
});
