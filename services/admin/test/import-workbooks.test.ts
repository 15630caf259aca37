import type { Principal } from '@pas/shared/principal/principal';
import { beforeEach, expect, test } from 'vitest';
import { addProperty, addUnit, newTenantCaller, startAdmin } from './admin-harness.ts';
import { rowsOf, sendForm, sendTable } from './table-support.ts';
import { workbookOf } from './workbook.ts';

const admin = await startAdmin();
let caller: Principal;

beforeEach(async () => {
  caller = await newTenantCaller();
  const { id } = await addProperty(admin, caller);
  await addUnit(admin, caller, id, '4B');
  await addUnit(admin, caller, id, '101');
});

test('a workbook in a form is read, with numbers as units and phones', async () => {
  const file = workbookOf([
    ['Unit', 'Phone', 'Move-in'],
    [101, 12025550123, '3/1/2026'],
  ]);
  const answer = await sendForm(admin, caller, { file });
  const [row] = await rowsOf(admin, caller, answer);
  expect(row?.changes.map(({ after }) => after)).toEqual(['+12025550123', '101', '2026-03-01T05:00:00.000Z']);
});

test('a formatted number is read as displayed, and a date as its day', async () => {
  const day = { value: 46_082.75, format: 'm/d/yy h:mm' };
  const file = workbookOf([
    ['Unit', 'Phone', 'External id', 'Move-in'],
    [
      { value: 7, format: '000' },
      { value: 2_025_550_123, format: '(000) 000-0000' },
      12_345_678_901_234,
      day,
    ],
  ]);
  const answer = await sendForm(admin, caller, { file, fields: { createUnits: 'true' } });
  const [row] = await rowsOf(admin, caller, answer);
  expect(row?.changes.map(({ after }) => after)).toEqual([
    '+12025550123',
    '12345678901234',
    '007',
    '2026-03-01T05:00:00.000Z',
  ]);
});

test('a date follows its workbook’s calendar, which may start in 1904', async () => {
  const file = workbookOf(
    [
      ['Unit', 'Email', 'Move-in'],
      ['4B', 'a@example.test', { value: 44_620, format: 'yyyy-mm-dd' }],
    ],
    { startsIn1904: true },
  );
  const [row] = await rowsOf(admin, caller, await sendTable(admin, caller, file));
  expect(row?.changes.at(-1)?.after).toBe('2026-03-01T05:00:00.000Z');
});

/** Reads one cell of a workbook as the unit and as the key of another system. */
async function shownAs(value: number, format: string): Promise<string | undefined> {
  const file = workbookOf([
    ['Unit', 'Email', 'External id'],
    [7, 'a@example.test', { value, format }],
  ]);
  const [row] = await rowsOf(
    admin,
    caller,
    await sendTable(admin, caller, file, { query: '?createUnits=true' }),
  );
  return row?.changes.find(({ field }) => field === 'externalId')?.after ?? undefined;
}

const formatted: readonly (readonly [value: number, format: string, shown: string])[] = [
  [7, '000', '007'],
  [1.1, '0.00', '1.10'],
  [0.25, '0%', '25%'],
  [12_025_550_123, '0.00E+00', '12025550123'],
  [2.125_55e9, '##0.0E+0', '2125550000'],
  [12_345_678_901_234, '@', '12345678901234'],
  [12_345_678_901_234, 'General;General', '12345678901234'],
  [1001, '#,##0', '1001'],
  [5, '&quot;No.&quot; 0', 'No. 5'],
  [10.300_000_000_000_001, 'General', '10.3'],
];

test.each(formatted)('the number %s with the format %s is read as “%s”', async (value, format, text) => {
  expect(await shownAs(value, format)).toBe(text);
});

test('phones in scientific notation, results of formulas and texts with escapes are read', async () => {
  const cells = [
    '<c r="A2"><v>7</v></c>',
    '<c r="B2"><v>2.12555E+09</v></c>',
    '<c r="C2" t="str"><f>CONCAT("An","a")</f><v>Ana_x000D_</v></c>',
    '<c r="D2" t="b"><v>1</v></c>',
  ];
  const headers = ['Unit', 'Phone', 'First name', 'External id'].map(
    (name, at) => `<c r="${'ABCD'[at]}1" t="inlineStr"><is><t>${name}</t></is></c>`,
  );
  const sheet = `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1">${headers.join('')}</row><row r="2">${cells.join('')}</row></sheetData></worksheet>`;
  const file = workbookOf([], { sheet });
  const answer = await sendTable(admin, caller, file, { query: '?createUnits=true' });
  const [row] = await rowsOf(admin, caller, answer);
  expect(row?.changes.map(({ after }) => after)).toEqual(['+12125550000', 'Ana', 'TRUE', '7']);
});
