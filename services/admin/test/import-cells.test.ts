import type { Principal } from '@pas/shared/principal/principal';
import { beforeEach, expect, test } from 'vitest';
import { addProperty, addUnit, newTenantCaller, startAdmin } from './admin-harness.ts';
import { rowsOf, sendTable } from './table-support.ts';

const admin = await startAdmin();
let caller: Principal;

beforeEach(async () => {
  caller = await newTenantCaller();
  const { id } = await addProperty(admin, caller);
  await addUnit(admin, caller, id, '5');
});

/** Reads one cell, and returns its value or the code of its error. */
async function read(header: string, cell: string): Promise<string | null | undefined> {
  const table = `unit,externalId,${header}\n5,x-1,"${cell.replaceAll('"', '""')}"\n`;
  const [row] = await rowsOf(admin, caller, await sendTable(admin, caller, table));
  return row?.errors[0]?.code ?? row?.changes.find(({ field }) => field === header)?.after;
}

const phones: readonly (readonly [cell: string, phone: string])[] = [
  ['\u202a+1 202-555-0123\u202c', '+12025550123'],
  ["'+12025550123", '+12025550123'],
  ["'(202) 555-0123", '+12025550123'],
  ['202\u00a0555\u00a00123', '+12025550123'],
  ['tel:+1-202-555-0123', '+12025550123'],
  ['Mobile: (202) 555-0123', '+12025550123'],
  ['12025550123.0', '+12025550123'],
  ['0012025550123', '+12025550123'],
  ['202-555-0123 x12', 'invalid_phone'],
  ['202-555-0123 ext. 12', 'invalid_phone'],
  ['202-555-0123 / 202-555-0124', 'invalid_phone'],
];

test.each(phones)('the phone “%s” is read as %s', async (cell, phone) => {
  expect(await read('phone', cell)).toBe(phone);
});

const emails: readonly (readonly [cell: string, email: string])[] = [
  ['\u200bjo@example.test\u00a0', 'jo@example.test'],
  ["'jo@example.test'", 'jo@example.test'],
  ['Jo Reyes <jo@example.test>', 'jo@example.test'],
  ['<jo@example.test>', 'jo@example.test'],
  ['mailto:jo@example.test', 'jo@example.test'],
  ['jo@example.test; ana@example.test', 'invalid_email'],
];

test.each(emails)('the e-mail “%s” is read as %s', async (cell, email) => {
  expect(await read('email', cell)).toBe(email);
});

const names: readonly (readonly [cell: string, name: string])[] = [
  ['\u202bClara\u202c', 'Clara'],
  ['Mary\u00a0Ann', 'Mary Ann'],
  ['Cla\u00adra', 'Clara'],
  ['عل\u200cی', 'عل\u200cی'],
  ["O'Brien", "O'Brien"],
];

test.each(names)('the name “%s” is read as %s', async (cell, name) => {
  expect(await read('lastName', cell)).toBe(name);
});

test.each(['Apt 5', 'apt. 5', '#5', 'Unit\u00a05', '5.0', "'5"])('“%s” is the unit 5', async (label) => {
  const table = `unit,email\n"${label}",jo@example.test\n`;
  const [row] = await rowsOf(admin, caller, await sendTable(admin, caller, table));
  expect([row?.verdict, row?.errors]).toEqual(['create', []]);
});

test('an extension has its own advice', async () => {
  const table = 'unit,phone\n5,202-555-0123 x12\n';
  const [row] = await rowsOf(admin, caller, await sendTable(admin, caller, table));
  expect(row?.errors[0]?.message).toBe(
    'phone: “202-555-0123 x12” has an extension, which calls and texts cannot reach. Write a number of the person.',
  );
});

test('phones of a German property are national, or international with 00', async () => {
  const body = { name: 'Lindenhof', address: { country: 'DE' } };
  const made = await admin.call<{ property: { id: string } }>('POST', '/api/admin/properties', {
    as: caller,
    body,
  });
  await addUnit(admin, caller, made.body.property.id, '1');
  const table = 'property,unit,phone\nLindenhof,1,0170 1234567\nLindenhof,1,001617 5550123\n';
  const rows = await rowsOf(admin, caller, await sendTable(admin, caller, table));
  expect(rows.map(({ changes }) => changes[0]?.after)).toEqual(['+491701234567', '+16175550123']);
});

test('a national number is not judged in a row without a known property', async () => {
  const table = 'property,unit,phone\nNowhere,5,0170 1234567\nNowhere,5,none known\n';
  const rows = await rowsOf(admin, caller, await sendTable(admin, caller, table));
  expect(rows.map(({ errors }) => errors.map(({ code }) => code))).toEqual([
    ['unknown_property'],
    ['unknown_property', 'invalid_phone'],
  ]);
});
