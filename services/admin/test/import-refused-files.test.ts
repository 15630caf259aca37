import { Buffer } from 'node:buffer';
import type { Principal } from '@pas/shared/principal/principal';
import { ImportedRowModel } from '@pas/shared/models/imported-row';
import { beforeEach, describe, expect, test } from 'vitest';
import { addProperty, newTenantCaller, startAdmin } from './admin-harness.ts';
import { sendForm, sendTable } from './table-support.ts';
import { workbookOf, zipOf } from './workbook.ts';

const admin = await startAdmin();
let caller: Principal;

beforeEach(async () => {
  caller = await newTenantCaller();
  await addProperty(admin, caller);
});

const bytesOf = (text: string, encoding: 'latin1' | 'utf16le' | 'utf8' = 'utf8') =>
  new Uint8Array(Buffer.from(text, encoding));

const unreadable: [string, string | Uint8Array<ArrayBuffer>, number, RegExp][] = [
  ['an empty file', '', 422, /The file is empty/],
  ['blank lines', '\ufeff\n\n,,\n', 422, /The file is empty/],
  [
    'a table without names',
    '4B,jo@example.test,Jo\n101,ana@example.test,Ana\n',
    422,
    /begins with a resident/,
  ],
  ['a web page', '<html><table><tr><td>unit</td></tr></table></html>', 422, /web page/],
  ['a PDF', '%PDF-1.4\n', 415, /PDF/],
  ['rows as JSON', '[{"unit":"4B","email":"a@example.test"}]', 422, /application\/json/],
  ['only a header', 'unit,email\n', 422, /no rows/],
  [
    'a table without names and e-mails',
    '4B,2025550123,Jo\n101,2025550124,Ana\n',
    422,
    /begins with a resident/,
  ],
  [
    'lines in quotes',
    '"unit,email,first name"\n"4B,a@example.test,Ana"\n',
    422,
    /Each line of the table is one cell in quotes/,
  ],
  [
    'two character sets',
    new Uint8Array(
      Buffer.concat([bytesOf('unit,email,name\n4B,a@example.test,José '), bytesOf('é\n', 'latin1')]),
    ),
    415,
    /mixes two character sets/,
  ],
  ['a letter', 'Dear team,\nplease find the residents attached.\n', 422, /No column is known/],
  [
    'a row with too much text',
    `unit,email,${'note,'.repeat(25)}\n4B,a@example.test,${`${'x'.repeat(1000)},`.repeat(25)}\n`,
    422,
    /Row 2 has too much text/,
  ],
  ['a quote that nobody closes', `unit,email\n"4B,a@example.test\n${'x\n'.repeat(100)}`, 422, /quote/],
  ['an archive that is not a workbook', zipOf({ 'rows.csv': 'unit,email\n' }), 415, /not an Excel workbook/],
  ['an old workbook', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0, 0]), 415, /\.xls\b.*password/],
  ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]), 415, /not text/],
  ['UTF-16 without a mark', bytesOf('unit,email\n4B,a@example.test\n', 'utf16le'), 415, /UTF-8/],
  ['a workbook that is damaged', workbookOf([['unit', 'email']]).slice(0, -60), 415, /not an Excel workbook/],
  ['a bomb', zipOf({ 'xl/workbook.xml': Buffer.alloc(201 * 1024 * 1024) }), 422, /too large/],
  ['a workbook without a sheet', zipOf({ 'xl/workbook.xml': '<workbook/>' }), 422, /cannot be read/],
];

describe('a refused file', () => {
  test.each(unreadable)('%s', async (_what, file, status, message) => {
    const answer = await sendTable(admin, caller, file);
    expect(answer.body.message).toMatch(message);
    expect(answer.status).toBe(status);
  });

  test('413 for 21 MB, and for too many rows', async () => {
    const large = `unit,email\n${'4B,a@example.test\n'.repeat(1_300_000)}`;
    expect((await sendTable(admin, caller, large.slice(0, 21 * 1024 * 1024))).status).toBe(413);
    const many = await sendTable(admin, caller, `unit,email\n${'4B,a@example.test\n'.repeat(20_001)}`);
    expect([many.status, many.body.message]).toEqual([
      413,
      'The table has more than 20,000 rows, blank ones included. Delete blank rows, or split it into several files.',
    ]);
  });

  test('413 for a second row behind 20,000 blank ones', async () => {
    const row = '4B,a@example.test\n';
    const far = await sendTable(admin, caller, `unit,email\n${row}${'\n'.repeat(20_000)}${row}`);
    expect([far.status, far.body.message]).toEqual([413, expect.stringContaining('blank ones included')]);
  });

  test('422 for 300 columns, with advice', async () => {
    const headers = Array.from({ length: 298 }, (_, at) => `note ${at}`).join(',');
    const answer = await sendTable(admin, caller, `unit,email,${headers}\n4B,jose@example.test,x\n`);
    expect([answer.status, answer.body.message]).toEqual([
      422,
      'file: The table has 300 columns, and an import reads at most 100. Delete the columns that are not about residents, and send it again.',
    ]);
  });

  test('403 for a missing scope, before the file is read', async () => {
    const reader = { ...caller, scopes: ['imports:write'] };
    expect((await sendTable(admin, reader, '', { query: '?invite=CREATE' })).status).toBe(403);
  });

  test('415 for an unsupported media type', async () => {
    expect((await sendTable(admin, caller, '<x/>', { type: 'application/xml' })).status).toBe(415);
  });

  test('422 names an invalid Idempotency-Key and the faults of the query together, for JSON that is streamed', async () => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'é' };
    const body = JSON.stringify({ rows: [{ unit: '4B', email: 'a@example.test' }] });
    const path = '/api/admin/imports/residents/dry-run?colour=red';
    const response = await admin.send(path, { as: caller, method: 'POST', body, headers });
    const { errors } = (await response.json()) as { errors: { path: string }[] };
    expect([response.status, errors.map((problem) => problem.path)]).toEqual([
      422,
      ['Idempotency-Key', 'colour'],
    ]);
  });
});

describe('no row stays of a large upload', () => {
  const count = 5500;
  const lines = Array.from({ length: count }, (_, at) => `4B,late.${at}@example.test`).join('\n');
  const table = `unit,email\n${lines}\n`;
  const countRows = () => ImportedRowModel.countDocuments({ tenantId: caller.tenantId ?? '' });

  const refusals: [string, number, () => Promise<{ status: number }>][] = [
    [
      'a mapping that does not fit',
      422,
      () => sendTable(admin, caller, table, { query: '?mapping={"Apt":"unit"}' }),
    ],
    [
      'a form with an unknown field',
      422,
      () => sendForm(admin, caller, { file: table, fields: { colour: 'red' } }),
    ],
  ];
  test.each(refusals)('with %s', async (_why, status, send) => {
    expect((await send()).status).toBe(status);
    expect(await countRows()).toBe(0);
  });

  test('that repeats another one', async () => {
    const headers = { 'content-type': 'text/csv', 'idempotency-key': 'large' };
    const send = () =>
      admin.send('/api/admin/imports/residents/dry-run', {
        as: caller,
        method: 'POST',
        headers,
        body: table,
      });
    const [first, second] = [await (await send()).text(), await (await send()).text()];
    expect(second).toBe(first);
    expect(await countRows()).toBe(count);
    const latest = new Date(Date.now() + 26 * 3_600_000);
    const purged = { tenantId: caller.tenantId ?? '', purgeAt: { $lte: latest } };
    expect(await ImportedRowModel.countDocuments(purged)).toBe(count);
  });
});
