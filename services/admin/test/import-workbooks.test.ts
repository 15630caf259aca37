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
