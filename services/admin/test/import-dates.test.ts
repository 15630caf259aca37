import type { Principal } from '@pas/shared/principal/principal';
import { beforeEach, expect, test } from 'vitest';
import { addProperty, addUnit, newTenantCaller, startAdmin } from './admin-harness.ts';
import { rowsOf, sendTable } from './table-support.ts';

const admin = await startAdmin();
let caller: Principal;

beforeEach(async () => {
  caller = await newTenantCaller();
  const { id } = await addProperty(admin, caller);
  await addUnit(admin, caller, id, '4B');
});

/** Adds a property without a country, and returns the query that chooses it. */
async function chooseNowhere(): Promise<string> {
  const sent = { as: caller, body: { name: 'Nowhere' } };
  const { body } = await admin.call<{ property: { id: string } }>('POST', '/api/admin/properties', sent);
  return `?propertyId=${body.property.id}&createUnits=true`;
}

const tableOf = (dates: readonly string[], header = 'Move in'): string =>
  [`unit,email,${header}`, ...dates.map((date, at) => `4B,a${at}@example.test,"${date}"`), ''].join('\n');

/** Plans a table of dates, and returns the order with the day or the problem of each row. */
async function plan(table: string, query = '') {
  const answer = await sendTable(admin, caller, table, { query });
  const rows = await rowsOf(admin, caller, answer);
  const days = rows.map(({ changes, errors }) => {
    const found = changes.find(({ field }) => field === 'residence.startsAt')?.after;
    return found?.slice(0, 10) ?? errors[0]?.code;
  });
  return { order: answer.body.import.columns[2]?.dateOrder, days };
}

test('the values of the column decide the order of day and month, before the country does', async () => {
  expect(await plan(tableOf(['03/04/2027', '31/12/2026']))).toEqual({
    order: 'DMY',
    days: ['2027-04-03', '2026-12-31'],
  });
  expect(await plan(tableOf(['03/04/2027', '12/31/2026']))).toEqual({
    order: 'MDY',
    days: ['2027-03-04', '2026-12-31'],
  });
});

test('the country of the property decides when no value does', async () => {
  expect(await plan(tableOf(['03/04/2027']))).toEqual({ order: 'MDY', days: ['2027-03-04'] });
});

test('without a country and a value that decides, each date in either order is ambiguous_date', async () => {
  const query = await chooseNowhere();
  expect(await plan(tableOf(['03/04/2027', '05.06.2027', '2027-03-04']), query)).toEqual({
    order: null,
    days: ['ambiguous_date', '2027-06-05', '2027-03-04'],
  });
});

test('in a column that contradicts itself, each date in either order is ambiguous_date', async () => {
  expect(await plan(tableOf(['03/04/2027', '31/12/2026', '12/31/2026']))).toEqual({
    order: null,
    days: ['ambiguous_date', '2026-12-31', '2026-12-31'],
  });
});

test('a value in the last row decides, also for a mapped column', async () => {
  const dates = [...Array.from({ length: 200 }, () => '03/04/2027'), '31/12/2026'];
  const query = `?mapping=${encodeURIComponent('{"Since":"moveIn"}')}`;
  const answer = await sendTable(admin, caller, tableOf(dates, 'Since'), { query });
  expect(answer.body.import.columns[2]).toMatchObject({ field: 'moveIn', dateOrder: 'DMY' });
  const [row] = await rowsOf(admin, caller, answer);
  expect(row?.changes.at(-1)?.after).toBe('2027-04-03T04:00:00.000Z');
});

test('each column has its own order, and columns without such dates have none', async () => {
  const table =
    'unit,email,Move in,Move out\n4B,a@example.test,2026-01-01,31/12/2026\n4B,b@example.test,,04/03/2027\n';
  const answer = await sendTable(admin, caller, table);
  expect(answer.body.import.columns.map(({ dateOrder }) => dateOrder)).toEqual([null, null, null, 'DMY']);
  const [, row] = await rowsOf(admin, caller, answer);
  expect(row?.changes.at(-1)?.after).toBe('2027-03-05T05:00:00.000Z');
});

test('a short year is in the last century when it lies more than ten years ahead', async () => {
  expect((await plan(tableOf(['6/1/98']))).days).toEqual(['1998-06-01']);
});

test('a move-in more than ten years ahead is implausible_date, and a move-out is not', async () => {
  expect((await plan(tableOf(['2098-06-01']))).days).toEqual(['implausible_date']);
  const table = 'unit,email,Move in,Move out\n4B,a@example.test,2026-01-01,2098-06-01\n';
  const [row] = await rowsOf(admin, caller, await sendTable(admin, caller, table));
  expect(row?.errors).toEqual([]);
});
