import type { Principal } from '@pas/shared/principal/principal';
import { beforeEach, describe, expect, test } from 'vitest';
import { addProperty, addUnit, newTenantCaller, startAdmin } from './admin-harness.ts';
import { sendRows, sendTable } from './table-support.ts';
import { workbookOf } from './workbook.ts';

const admin = await startAdmin();

let caller: Principal;

beforeEach(async () => {
  caller = await newTenantCaller();
  const { id } = await addProperty(admin, caller);
  await addUnit(admin, caller, id, '4B');
});

const table = (...lines: string[]): string => lines.map((line) => `${line}\n`).join('');

const errorsOf = async (id: string): Promise<string> => {
  const response = await admin.send(`/api/admin/imports/${id}/errors.csv`, { as: caller });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  return response.text();
};

describe('GET /api/admin/imports/{id}/errors.csv', () => {
  test('has the rows with errors as sent, without formulas, and can be sent again', async () => {
    const file = table('unit,email,Note', '4B,ok@example.test,x', '9X,=HYPERLINK("x"),"+1, or @2"');
    const answer = await sendTable(admin, caller, file);
    const errors = await errorsOf(answer.body.import.id);
    const [header, row] = errors.split('\n');
    expect(header).toBe('unit,email,Note,_line,_error');
    expect(row).toMatch(/^9X,"'=HYPERLINK\(""x""\)","'\+1, or @2",3,/);
    const corrected = errors.replace('9X', '4B').replace(/"'=HYPER[^,]*,/, 'b@example.test,');
    const again = await sendTable(admin, caller, corrected);
    expect(again.body.import).toMatchObject({ totals: { rows: 1, create: 1 } });
    expect(again.body.import.columns.map(({ header: name }) => name)).toEqual(['unit', 'email', 'Note']);
  });
});

describe('the separator of errors.csv', () => {
  test.each([
    ['a semicolon', ';'],
    ['a tab', '\t'],
    ['a bar', '|'],
    ['a comma', ','],
  ])('is %s where the upload has it, and the corrected file is read again', async (_name, separator) => {
    const line = (...cells: string[]): string => cells.join(separator);
    const file = table(line('floor', 'unit', 'email', 'Note'), line('', '9X', 'b@example.test', '"1; 2, 3"'));
    const { body } = await sendTable(admin, caller, file);
    const errors = await errorsOf(body.import.id);
    expect(errors.split('\n')[0]).toBe(line('floor', 'unit', 'email', 'Note', '_line', '_error'));
    const again = await sendTable(admin, caller, errors.replace('9X', '4B'));
    expect(again.body.import).toMatchObject({ totals: { rows: 1, create: 1 } });
  });

  test('is a comma for a workbook and for JSON', async () => {
    const rows = [
      ['unit', 'email'],
      ['9X', 'b@example.test'],
    ];
    const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    const sent = [
      await sendTable(admin, caller, workbookOf(rows), { type }),
      await sendRows(admin, caller, { rows: [{ unit: '9X', email: 'b@example.test' }] }),
    ];
    for (const { body } of sent)
      expect((await errorsOf(body.import.id)).split('\n')[0]).toBe('unit,email,_line,_error');
  });
});
