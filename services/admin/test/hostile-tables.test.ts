import { hostileForms, hostileJson, hostileTexts } from '@pas/testing/hostile/hostile-tables';
import { hostileWorkbooks } from '@pas/testing/hostile/hostile-workbooks';
import type { Principal } from '@pas/shared/principal/principal';
import { beforeEach, describe, expect, test } from 'vitest';
import { addProperty, newTenantCaller, startAdmin } from './admin-harness.ts';
import { sendTable } from './table-support.ts';

/** Expensive files, which `e2e/faults/hostile-tables.long.test.ts` sends with all others. */
const drilled = new Set([
  'separators of every kind',
  'a million blank lines',
  'three million shared texts',
  'a header of a million columns',
  'quotes and commas in turn',
  'blank lines in its file',
  'a workbook within the workbook',
  'two million carriage returns',
  'a file of 300 MB that the count leaves out',
  'the beginning of a boundary again and again',
  '30,000 rows of 500 commas',
  'a cell in row 999,999,999 of column ZZZZZZ',
  'a row 999,999,999',
  'rows that descend',
  'a text of 1 MB in 6,000 rows',
  'two cells of 1 MB in each of 90,000 rows',
  'a million blank rows',
  'a million styles',
  '100,000 sheets',
]);

const quick = <Make>(makers: Readonly<Record<string, Make>>): [string, Make][] =>
  Object.entries(makers).filter(([name]) => !drilled.has(name));

const admin = await startAdmin();
let caller: Principal;

beforeEach(async () => {
  caller = await newTenantCaller();
  await addProperty(admin, caller);
});

/** Whether a file is refused. Sends it again while the machine is too busy to read it in time (503). */
async function isRefused(body: Uint8Array<ArrayBuffer>, type: string): Promise<boolean> {
  const { status } = await sendTable(admin, caller, body, { type });
  return status === 503 ? isRefused(body, type) : [400, 413, 415, 422].includes(status);
}

describe('a file that is built to stop, block or bloat its reader is refused', () => {
  test.each(quick(hostileWorkbooks))('a workbook with %s', async (_name, make) => {
    expect(await isRefused(make(), 'application/vnd.ms-excel')).toBe(true);
  });

  test.each(quick(hostileTexts))('a text with %s', async (_name, make) => {
    expect(await isRefused(make(), 'text/csv')).toBe(true);
  });

  test.each(quick(hostileJson))('JSON with %s', async (_name, make) => {
    expect(await isRefused(make(), 'application/json')).toBe(true);
  });

  test.each(quick(hostileForms))('a form with %s', async (_name, make) => {
    const { body, type } = make();
    expect(await isRefused(body, type)).toBe(true);
  });
});

test('the drill sends each file that this run leaves out', () => {
  const all = [hostileWorkbooks, hostileTexts, hostileJson, hostileForms].flatMap(Object.keys);
  expect([...drilled].filter((name) => !all.includes(name))).toEqual([]);
});

test('the process that has answered them still reads a table of 200 residents', async () => {
  const rows = Array.from({ length: 200 }, (_, at) => `${at},a${at}@example.test`);
  const table = ['unit,email', ...rows].join('\n');
  const answer = await sendTable(admin, caller, table, { query: '?createUnits=true' });
  expect([answer.status, answer.body.import.totals.create]).toEqual([201, 200]);
});
