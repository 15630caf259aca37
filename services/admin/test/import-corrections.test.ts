import { ImportModel } from '@pas/shared/models/import';
import { ImportedRowModel } from '@pas/shared/models/imported-row';
import type { Principal } from '@pas/shared/principal/principal';
import { changeMeanwhile } from '@pas/testing/change-meanwhile';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startImportWorker } from '../src/resources/imports/worker/start-import-worker.ts';
import { addProperty, addUnit, newTenantCaller, startAdmin } from './admin-harness.ts';
import { importRow } from './import-row.ts';
import { importClient } from './import-support.ts';
import { testWorker } from './plan-import.ts';
import { rowsOf, sendTable, type TableAnswer } from './table-support.ts';

const admin = await startAdmin();

let caller: Principal;
let propertyId: string;
const running: { stop(): Promise<void> }[] = [];

beforeEach(async () => {
  caller = await newTenantCaller();
  propertyId = (await addProperty(admin, caller)).id;
  await addUnit(admin, caller, propertyId, '4B');
});
afterEach(async () => void (await Promise.all(running.splice(0).map((each) => each.stop()))));

const start = (): void => void running.push(startImportWorker({ ...testWorker, everyMs: 20 }));

const table = (...lines: string[]): string => lines.map((line) => `${line}\n`).join('');

const correct = async (id: string, body: object, as = caller): Promise<TableAnswer> =>
  admin.call<TableAnswer['body']>('POST', `/api/admin/imports/${id}/corrections`, { as, body });

/** Corrects an import, and returns it with its new plan. */
async function replan(id: string, body: object, status = 'VALIDATED') {
  const answer = await correct(id, body);
  expect([answer.status, answer.body.message]).toEqual([202, undefined]);
  start();
  return importClient(admin, caller).ended(id, status);
}

const plan = async (text: string, query = '') => {
  const answer = await sendTable(admin, caller, text, { query });
  return { ...answer, id: answer.body.import.id };
};

describe('POST /api/admin/imports/{id}/corrections', () => {
  test('202 VALIDATING, and then a new plan with the corrected cells, which can be committed', async () => {
    const file = table('unit,email,Note', '9X,a@example.test,x', '4B,nobody,y', '4B,c@example.test,z');
    const planned = await plan(file);
    const cells = [
      { line: 2, column: 'unit', value: '4B' },
      { line: 3, column: 'email', value: 'b@example.test' },
    ];
    const answer = await correct(planned.id, { cells });
    expect(answer.body.import).toMatchObject({
      status: 'VALIDATING',
      planHash: null,
      totals: { rows: 3, create: 0 },
    });
    start();
    const client = importClient(admin, caller);
    const again = await client.ended(planned.id, 'VALIDATED');
    expect(again.totals).toMatchObject({ rows: 3, create: 3, error: 0 });
    expect((await rowsOf(admin, caller, planned)).map(({ line, cells: shown }) => [line, shown])).toEqual([
      [2, ['4B', 'a@example.test', 'x']],
      [3, ['4B', 'b@example.test', 'y']],
      [4, ['4B', 'c@example.test', 'z']],
    ]);
    const before = await client.commit(planned.id, { planHash: planned.body.import.planHash });
    expect([before.status, before.body.code]).toEqual([409, 'plan_stale']);
    expect((await client.commit(planned.id, { planHash: again.planHash })).status).toBe(202);
    expect(await client.ended(planned.id)).toMatchObject({ status: 'COMMITTED', progress: { done: 3 } });
  });

  test('a property for all rows replaces the column that names properties', async () => {
    const { id: other } = await addProperty(admin, caller, 'Maple Court');
    await addUnit(admin, caller, other, '7');
    const planned = await plan(table('Building,unit,email', 'MC,7,a@example.test', ',7,b@example.test'));
    expect(planned.body.import.totals).toMatchObject({ error: 2 });
    const again = await replan(planned.id, { propertyId: other, mapping: { Building: null } });
    expect(again).toMatchObject({ propertyId: other, totals: { create: 2, error: 0 } });
    expect(again.columns.map(({ field }) => field)).toEqual([null, 'unit', 'email']);
  });

  test('another column of a field leaves the first one out, and a full name its parts', async () => {
    const file = table('unit,email,other,firstName,lastName,who', '9,a@example.test,4B,Ana,Ito,Ana Ito');
    const planned = await plan(file);
    const mapping = { other: 'unit', who: 'fullName' };
    const again = await replan(planned.id, { mapping });
    expect(again.columns.map(({ field }) => field)).toEqual([null, 'email', 'unit', null, null, 'fullName']);
    const { status, body } = await correct(planned.id, { mapping: { floor: 'floor' } });
    expect([status, body.errors?.map(({ path }) => path)]).toEqual([422, ['mapping.floor']]);
  });

  test('missing units are created on request, and the plan counts them', async () => {
    const planned = await plan(table('unit,email', '9X,a@example.test', '9X,b@example.test'));
    const again = await replan(planned.id, { createUnits: true });
    expect(again).toMatchObject({ newUnits: 1, totals: { create: 2 }, options: { createUnits: true } });
  });

  test('the order of dates comes from the corrected cells', async () => {
    const file = table('unit,email,moveIn', '4B,a@example.test,13/02/2026', '4B,b@example.test,02/13/2026');
    const planned = await plan(`${file}4B,c@example.test,03/04/2026\n`);
    expect(planned.body.import).toMatchObject({ totals: { error: 1 } });
    const cells = [{ line: 3, column: 'moveIn', value: '2026-02-13' }];
    const again = await replan(planned.id, { cells });
    expect(again).toMatchObject({ totals: { create: 3, error: 0 }, columns: [{}, {}, { dateOrder: 'DMY' }] });
  });

  test('move-outs that were proposed before are proposed again', async () => {
    const options = '?onMissing=PROPOSE_MOVE_OUT';
    const first = await plan(table('unit,email,externalId', '4B,a@example.test,a', '4B,b@example.test,b'));
    const client = importClient(admin, caller);
    await client.commit(first.id);
    start();
    await client.ended(first.id);
    const planned = await plan(
      table('unit,email,externalId', '4B,a@example.test,a', '9X,c@example.test,c'),
      options,
    );
    expect(planned.body.import.totals).toMatchObject({ moveOut: 1, error: 1 });
    const cells = [
      { line: 3, column: 'unit', value: '4B' },
      { line: 3, column: 'email', value: 'b@example.test' },
      { line: 3, column: 'externalId', value: 'b' },
    ];
    expect((await replan(planned.id, { cells })).totals).toMatchObject({ moveOut: 0, unchanged: 2 });
    expect(await client.rowsOf(planned.id, 'move_out')).toEqual([]);
  });

  test('a table of more than 5,000 rows keeps all of them', async () => {
    const rows = Array.from({ length: 5100 }, (_, at) => `${at},r${at}@example.test`);
    start();
    const planned = await plan(table('unit,email', ...rows, ',last@example.test'), '?createUnits=true');
    const client = importClient(admin, caller);
    expect((await client.ended(planned.id, 'VALIDATED')).totals).toMatchObject({ create: 5100, error: 1 });
    const again = await replan(planned.id, { cells: [{ line: 5102, column: 'unit', value: '0' }] });
    expect(again).toMatchObject({ newUnits: 5100, totals: { rows: 5101, create: 5101, error: 0 } });
  });

  test('422 names unknown lines and columns, and nothing changes', async () => {
    const planned = await plan(table('unit,email', '9X,a@example.test', '4B,b@example.test'));
    const cells = [
      { line: 2, column: 'unit', value: '4B' },
      { line: 9, column: 'unit', value: '4B' },
      { line: 3, column: 'Apt', value: '4B' },
    ];
    const { status, body } = await correct(planned.id, { cells });
    expect([status, body.errors?.map(({ path }) => path)]).toEqual([422, ['cells.1.line', 'cells.2.column']]);
    const [row] = await rowsOf(admin, caller, planned);
    expect(row).toMatchObject({ verdict: 'error', cells: ['9X', 'a@example.test'] });
  });

  test('the values of an erased person stay erased', async () => {
    const planned = await plan(table('unit,email', '9X,a@example.test', '4B,b@example.test'));
    const filter = { _id: `${planned.id}-2`, tenantId: caller.tenantId ?? '' };
    await ImportedRowModel.updateOne(filter, { $set: { cells: ['erased', 'erased'], execution: 'STALE' } });
    const { status } = await correct(planned.id, { cells: [{ line: 2, column: 'unit', value: '4B' }] });
    expect(status).toBe(422);
    await replan(planned.id, {});
    expect((await rowsOf(admin, caller, planned))[0]?.cells).toEqual(['erased', 'erased']);
  });

  test.each([
    ['VALIDATING', 'import_not_ready', {}],
    ['COMMITTING', 'import_not_correctable', {}],
    ['COMMITTED', 'import_not_correctable', {}],
    ['CANCELED', 'import_not_correctable', {}],
    ['VALIDATED', 'import_expired', { expiresAt: new Date(Date.now() - 1000) }],
  ] as const)('409 for an import that is %s: %s', async (status, code, fields) => {
    const row = importRow(caller.tenantId ?? '', { propertyId, status, ...fields });
    await ImportModel.insertMany([row]);
    const answer = await correct(row._id, {});
    expect([answer.status, answer.body.code]).toEqual([409, code]);
  });

  test('404 for a property beyond the caller, whose restriction the plan then has', async () => {
    const { id: other } = await addProperty(admin, caller, 'Maple Court');
    const planned = await plan(table('unit,email', '4B,a@example.test'), `?propertyId=${propertyId}`);
    const as = { ...caller, propertyIds: [propertyId] };
    expect((await correct(planned.id, { propertyId: other }, as)).status).toBe(404);
    expect((await correct(planned.id, {}, { ...as, propertyIds: [other] })).status).toBe(404);
    expect((await correct(planned.id, {}, as)).status).toBe(202);
    const row = await ImportModel.findOne({ _id: planned.id, tenantId: caller.tenantId ?? '' }).lean();
    expect(row).toMatchObject({ isRestricted: true, reach: [propertyId] });
  });

  test('403 without the scope for created units', async () => {
    const planned = await plan(table('unit,email', '9X,a@example.test'));
    const as = { ...caller, scopes: ['imports:*'] };
    const { status, body } = await correct(planned.id, { createUnits: true }, as);
    expect([status, body.code]).toEqual([403, 'insufficient_scope']);
  });
});

test('409 plan_stale for a commit whose plan a correction replaces after the checks', async () => {
  const { id } = await plan(table('unit,email', '4B,a@example.test'));
  const filter = { _id: id, tenantId: caller.tenantId ?? '' };
  const { commit, read } = importClient(admin, caller);
  const refused = await changeMeanwhile(
    async (session) => ImportModel.updateOne(filter, { $set: { planHash: 'c'.repeat(64) } }, { session }),
    async () => commit(id),
  );
  expect(refused).toMatchObject({ status: 409, body: { code: 'plan_stale' } });
  expect((await read(id)).status).toBe('VALIDATED');
});
