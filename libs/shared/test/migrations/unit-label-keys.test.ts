import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { OutboxModel } from '@pas/platform/events/outbox';
import { createLogger } from '@pas/platform/log/logger';
import { readFindings } from '@pas/platform/migrations/migration-finding';
import { MigrationModel, type MigrationRow } from '@pas/platform/migrations/migration-row';
import { readLedger } from '@pas/platform/migrations/read-ledger';
import { followUpMigrations, isFollowUpDue, runMigrations } from '@pas/platform/migrations/run-migrations';
import { newId } from '@pas/shared/ids/id';
import { allMigrations } from '@pas/shared/migrations/all-migrations';
import { UnitModel, type UnitRow } from '@pas/shared/models/unit';
import { unitRow } from '@pas/testing/rows';
import { openOwnDatabases, useDatabases } from '@pas/testing/test-databases';
import { beforeEach, describe, expect, test } from 'vitest';
import { ensureProperty } from './ensure-property.ts';

const id = '0001-unit-label-keys';
const databases = await useDatabases(openOwnDatabases);
const tenantId = newId('tenant');
const log = createLogger({ service: 'cli', environment: 'TEST', level: 'silent' });
const worker = { service: 'cli', name: 'Tests', environment: 'TEST', events: leaveToSweeper, log };
const migrations = allMigrations(worker).filter((migration) => migration.id === id);

/** Returns the key of a label in the earlier release. */
function oldKey(label: string): string {
  const upper = label.normalize('NFKC').toUpperCase().trim();
  return upper
    .replace(/^(?:(?:APARTMENT|APT|UNIT)(?!\p{L})|#)/u, '')
    .replaceAll(/\p{Pd}/gu, '-')
    .replaceAll(/[^\P{P}-]|[\s\p{C}]/gu, '')
    .replaceAll(/-+/g, '-')
    .replaceAll(/(?<!\p{Nd})-|-(?!\p{Nd})/gu, '');
}

let made = 0;

/** Makes a unit as the earlier release wrote it. Each one is younger than the last. */
function oldUnit(propertyId: string, label: string): UnitRow {
  const labelKey = oldKey(label);
  const createdAt = new Date(Date.UTC(2026, 0, 1) + 1000 * made++);
  return unitRow(tenantId, {
    propertyId,
    label,
    labelKey,
    createdAt,
    updatedAt: createdAt,
  });
}

async function addUnits(propertyId: string, labels: readonly string[]): Promise<UnitRow[]> {
  const rows = labels.map((label) => oldUnit(propertyId, label));
  await ensureProperty(tenantId, propertyId);
  await UnitModel.insertMany(rows);
  return rows;
}

const readUnit = ({ _id }: UnitRow): Promise<UnitRow | null> =>
  UnitModel.findOne({ _id, tenantId }).lean<UnitRow>();

const keysOf = async (rows: readonly UnitRow[]) =>
  Promise.all(rows.map(async (row) => (await readUnit(row))?.labelKey));

const ledger = () => MigrationModel.findOne({ _id: id }).lean<MigrationRow>();
const readEntry = async () => (await readLedger([id]))[0];
const records = () => OutboxModel.find({ tenantId, subject: 'pas.v1.audit.record.submitted' }).lean();

beforeEach(async () => {
  await databases.clear();
  await MigrationModel.deleteMany({});
});

describe('rows of the earlier release', () => {
  test('get the keys of this release as a visible change, and are found by them', async () => {
    const propertyId = newId('property');
    const [dotted, plain] = await addUnits(propertyId, ['1.12', 'Apt 4B']);
    await runMigrations(migrations);
    const changed = await readUnit(dotted as UnitRow);
    expect(changed).toMatchObject({ labelKey: '1-12', version: 2, searchWords: ['1', '12', '112'] });
    expect(changed?.updatedAt.getTime()).toBeGreaterThan(dotted?.updatedAt.getTime() ?? 0);
    expect(await readUnit(plain as UnitRow)).toMatchObject(plain as UnitRow);
    expect(await records()).toEqual([]);
    expect(await readEntry()).toMatchObject({ state: 'DONE', examined: 2, changed: 1, findings: 0 });
  });

  test('that collide: the older keeps the key, and the younger is reported and recorded', async () => {
    const propertyId = newId('property');
    const rows = await addUnits(propertyId, ['1.12', '1-12']);
    const elsewhere = await addUnits(newId('property'), ['1-12']);
    await runMigrations(migrations);
    expect(await keysOf([...rows, ...elsewhere])).toEqual(['1-12', '1-12~2', '1-12']);
    const [older, younger] = rows;
    expect(await readFindings(id)).toMatchObject([{ tenantId, rowId: younger?._id, migration: id }]);
    expect((await readFindings(id))[0]?.message).toContain(older?._id);
    const [record, ...others] = await records();
    expect(others).toEqual([]);
    expect(record?.envelope.data).toMatchObject({
      action: 'unit.updated',
      actor: { type: 'SYSTEM' },
      targets: [{ type: 'unit', id: younger?._id }],
      changes: [{ path: 'labelKey', before: '1-12', after: '1-12~2' }],
    });
  });

  test('that are deleted stay unchanged', async () => {
    const [row] = await addUnits(newId('property'), ['1.12']);
    await UnitModel.updateOne({ _id: row?._id ?? '', tenantId }, { $set: { isLive: false } });
    await runMigrations(migrations);
    expect(await keysOf(row ? [row] : [])).toEqual(['112']);
  });

  test('that the earlier release still writes are found by a later pass', async () => {
    const propertyId = newId('property');
    await addUnits(propertyId, ['1.12']);
    await runMigrations(migrations);
    const late = await addUnits(propertyId, ['1.12', '2.3']);
    expect(await isFollowUpDue(migrations, 60_000)).toBe(false);
    expect(await isFollowUpDue(migrations, -1)).toBe(true);
    await followUpMigrations(migrations);
    expect(await keysOf(late)).toEqual(['1-12~2', '2-3']);
    expect(await readEntry()).toMatchObject({ state: 'DONE', changed: 3, findings: 1 });
    expect((await ledger())?.checkedAt).toBeInstanceOf(Date);
  });

  test('stay unchanged in a second run', async () => {
    const rows = await addUnits(newId('property'), ['1.12', '1-12', '5.6']);
    await runMigrations(migrations);
    const first = await Promise.all(rows.map(readUnit));
    await runMigrations(migrations);
    await runMigrations(migrations);
    expect(await Promise.all(rows.map(readUnit))).toEqual(first);
    expect(await records()).toHaveLength(1);
  });
});

describe('a property with more units than a batch', () => {
  const labels = Array.from({ length: 2500 }, (_, at) => String(at + 1));

  test('is passed without holding its units if all keys are right', async () => {
    await addUnits(newId('property'), labels);
    await addUnits(newId('property'), ['1.12']);
    const [migration] = migrations;
    const first = await migration?.runBatch(null);
    expect(first).toMatchObject({ examined: 2500, changed: 0 });
    expect(await migration?.runBatch(first?.position ?? null)).toMatchObject({ examined: 1, changed: 1 });
  });

  test('is planned as a whole if one key is wrong', async () => {
    const [older, younger] = await addUnits(newId('property'), [...labels, '9901.12', '9901-12']).then(
      (rows) => rows.slice(-2),
    );
    expect(await migrations[0]?.runBatch(null)).toMatchObject({ examined: 2502, changed: 2 });
    expect(await keysOf([older as UnitRow, younger as UnitRow])).toEqual(['9901-12', '9901-12~2']);
  });
});
