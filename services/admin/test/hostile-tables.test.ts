import { hostileForms, hostileJson, hostileTexts } from '@pas/testing/hostile/hostile-tables';
import { hostileWorkbooks } from '@pas/testing/hostile/hostile-workbooks';
import type { Principal } from '@pas/shared/principal/principal';
import { beforeEach, describe, expect, test } from 'vitest';
import { addProperty, newTenantCaller, startAdmin } from './admin-harness.ts';
import { sendTable } from './table-support.ts';

const admin = await startAdmin();
let caller: Principal;

beforeEach(async () => {
  caller = await newTenantCaller();
  await addProperty(admin, caller);
});

async function isRefused(body: Uint8Array<ArrayBuffer>, type: string): Promise<boolean> {
  const { status } = await sendTable(admin, caller, body, { type });
  return [400, 413, 415, 422].includes(status);
}

describe('a file that is built to stop, block or bloat its reader is refused', () => {
  test.each(Object.entries(hostileWorkbooks))('a workbook with %s', async (_name, make) => {
    expect(await isRefused(make(), 'application/vnd.ms-excel')).toBe(true);
  });

  test.each(Object.entries(hostileTexts))('a text with %s', async (_name, make) => {
    expect(await isRefused(make(), 'text/csv')).toBe(true);
  });

  test.each(Object.entries(hostileJson))('JSON with %s', async (_name, make) => {
    expect(await isRefused(make(), 'application/json')).toBe(true);
  });

  test.each(Object.entries(hostileForms))('a form with %s', async (_name, make) => {
    const { body, type } = make();
    expect(await isRefused(body, type)).toBe(true);
  });
});

test('the process that has answered all of them still reads a table of 200 residents', async () => {
  const rows = Array.from({ length: 200 }, (_, at) => `${at},a${at}@example.test`);
  const table = ['unit,email', ...rows].join('\n');
  const answer = await sendTable(admin, caller, table, { query: '?createUnits=true' });
  expect([answer.status, answer.body.import.totals.create]).toEqual([201, 200]);
});
