import { Buffer } from 'node:buffer';
import type { Principal } from '@pas/shared/principal/principal';
import { beforeEach, describe, expect, test } from 'vitest';
import { addProperty, addUnit, newTenantCaller, startAdmin } from './admin-harness.ts';
import { rowsOf, sendTable } from './table-support.ts';
import { workbookOf } from './workbook.ts';

const admin = await startAdmin();
let caller: Principal;

beforeEach(async () => {
  caller = await newTenantCaller();
  const { id } = await addProperty(admin, caller);
  await addUnit(admin, caller, id, '4B');
  await addUnit(admin, caller, id, '101');
});

const bytesOf = (text: string, encoding: 'latin1' | 'utf16le' | 'utf8' = 'utf8') =>
  new Uint8Array(Buffer.from(text, encoding));

const mark = '\ufeff';

const residents = [
  ['unit', 'email', 'first name'],
  ['4B', 'jose@example.test', 'José'],
];

/** Unusual but readable files: each has one resident, called José, in 4B. */
const readable: Record<string, string | Uint8Array<ArrayBuffer>> = {
  'a byte order mark': `${mark}unit,email,first name\n4B,jose@example.test,José\n`,
  'semicolons and CRLF': 'Unit;E-Mail;First Name\r\n4B;jose@example.test;José\r\n',
  'tabs, and no last line break': 'apt\tmail\tgiven name\n4B\tjose@example.test\tJosé',
  'Windows-1252': bytesOf('unit;email;vorname\n4B;jose@example.test;José\n', 'latin1'),
  'UTF-16 as Excel saves “Unicode text”': bytesOf(
    `${mark}unit\temail\tfirst name\n4B\tjose@example.test\tJosé\n`,
    'utf16le',
  ),
  'a separator in a line of its own': 'sep=;\nunit;email;first name\n4B;jose@example.test;José\n',
  'a title before the header, and blank rows':
    'Residents of Harbor View,,\n,,\nunit,email,first name\n\n4B,jose@example.test,José\n,,\n',
  'a title with separators of its own':
    'Residents of Harbor View, as of May 2026, by Jane\n\nunit;email;first name\n4B;jose@example.test;José\n',
  'a title with a quote, and without separators':
    'Loft 5" wide\nunit\temail\tfirst name\n4B\tjose@example.test\tJosé\n',
  'bars between the cells': 'unit|email|first name\n4B|jose@example.test|José\n',
  'spaces before the quotes': 'unit, "email", "first name"\n4B, "jose@example.test", "José"\n',
  'the header again at the top of each page':
    'unit,email,first name\n4B,jose@example.test,José\nunit,email,first name\n',
  'a header in two rows': 'Home,Person,\nUnit,Email,First name\n4B,jose@example.test,José\n',
  'a header in two rows, which share the names':
    'Unit,Person,\n,Email,First name\n4B,jose@example.test,José\n',
  'line breaks of two kinds': 'unit,email,first name,note\r\n4B,jose@example.test,José,x\n,,,\r,,,\r\n',
  'line breaks of old programs': 'unit,email,first name\r4B,jose@example.test,José\r',
  'dates of zeros':
    'unit,email,first name,move in,move out\n4B,jose@example.test,José,0000-00-00,00/00/0000\n',
  'the columns of an address book':
    'Name,Given Name,E-mail 1 - Label,E-mail 1 - Value,Emergency contact phone,Unit\n,José,* Home,jose@example.test,2025550199,4B\n',
  'codes of residents and full names':
    'Unit,Unit Type,Tenant Status,Name,Emails,Lease Expiration\n4B,2BR,Current,José,jose@example.test,12/31/27\n',
  'a name in two lines': 'unit,email,"first\nname"\n4B,jose@example.test,"\nJosé"\n',
  'nothing in words, and marks that nobody sees':
    'unit,email,first name,phone,move in\n4B,\u200bjose@example.test\u202c,José,n/a,-\n',
  'texts that a spreadsheet must not change': 'unit,email,first name\n"=""4B""",jose@example.test,José\n',
  'columns about a field':
    'Unit type,Apt,Floor plan,Email,Email opt-in,First name\n2BR,4B,A,jose@example.test,yes,José\n',
  'Spanish headers': 'Apartamento,Correo electrónico,Nombre\n4B,jose@example.test,José\n',
  'French headers': 'Appartement,Adresse e-mail,Prénom\n4B,jose@example.test,José\n',
  'German headers': 'Wohnung,E-Mail-Adresse,Vorname\n4B,jose@example.test,José\n',
  'line breaks, separators and quotes within quotes':
    'unit,email,first name,note\n4B,jose@example.test,José,"a, ""b""\nc"\n',
  'rows that are shorter and longer than the header':
    'unit,email,first name,phone\n4B,jose@example.test,José\n',
  'an e-mail under an unknown header': 'unit,Contacto?,first name\n4B,jose@example.test,José\n',
  'an Excel workbook': workbookOf(residents),
  'an Excel workbook whose first sheet is hidden': workbookOf(residents, {
    hidden: [
      [
        ['unit', 'email'],
        ['1', 'list@example.test'],
      ],
    ],
  }),
  'an Excel workbook with a cover and an empty sheet before the table': workbookOf(residents, {
    covers: [[['Rent roll of Harbor View']], []],
  }),
};

describe('a readable file', () => {
  test.each(Object.entries(readable))('with %s', async (_what, file) => {
    const answer = await sendTable(admin, caller, file);
    expect([answer.status, answer.body.message]).toEqual([201, undefined]);
    const rows = await rowsOf(admin, caller, answer);
    expect(rows.map(({ verdict, changes }) => [verdict, changes.map(({ after }) => after)])).toEqual([
      ['create', ['jose@example.test', 'José', '4B']],
    ]);
  });

  test('with a repeated header: the first column is read, or the mapped one', async () => {
    const table = 'unit,email,email,first name\n4B,jose@example.test,other@example.test,José\n';
    const answer = await sendTable(admin, caller, table);
    const read = answer.body.import.columns.map(({ header, field }) => [header, field]);
    expect(read.slice(1, 3)).toEqual([
      ['email', 'email'],
      ['email (2)', null],
    ]);
    const query = `?mapping=${encodeURIComponent(JSON.stringify({ 'email (2)': 'email' }))}`;
    const [row] = await rowsOf(admin, caller, await sendTable(admin, caller, table, { query }));
    expect(row?.changes[0]).toMatchObject({ field: 'email', after: 'other@example.test' });
  });

  test('with lines that end in two ways: no row is lost', async () => {
    const table = 'unit,email,first name\r\n4B,a@example.test,Ana\n101,b@example.test,Ben\r\n';
    const rows = await rowsOf(admin, caller, await sendTable(admin, caller, table));
    expect(rows.map(({ line, verdict }) => [line, verdict])).toEqual([
      [2, 'create'],
      [3, 'create'],
    ]);
  });

  test('with codes of residents: they are not names', async () => {
    const table = 'Unit,Resident,Name,Email\n4B,t0001234,"Silva, Ana",a@example.test\n';
    const answer = await sendTable(admin, caller, table);
    expect(answer.body.import.columns.map(({ field }) => field)).toEqual([
      'unit',
      'externalId',
      'fullName',
      'email',
    ]);
  });

  test('with German abbreviations in its headers', async () => {
    const table =
      'Whg.-Nr.;Mieter;Mailadresse;Handynr.\n4B;Müller, Hans;h@example.test;Mobil: 202 555 0123\n';
    const answer = await sendTable(admin, caller, table);
    expect(answer.body.import.columns.map(({ field }) => field)).toEqual([
      'unit',
      'fullName',
      'email',
      'phone',
    ]);
  });

  test('with only contacts of other people: they are not the resident’s', async () => {
    const table =
      'Unit,Email,Emergency contact phone,Fax,Landlord email\n4B,a@example.test,2025550123,2025550124,b@example.test\n';
    const answer = await sendTable(admin, caller, table);
    expect(answer.body.import.columns.map(({ field }) => field)).toEqual(['unit', 'email', null, null, null]);
  });

  test('with leases and moves: the moves are read, because residents stay after a lease', async () => {
    const table =
      'Unit,Email,Lease From,Lease To,Move In,Move Out\n4B,jo@example.test,1/1/2025,12/31/2025,3/1/2024,\n';
    const answer = await sendTable(admin, caller, table);
    expect(answer.body.import.columns.map(({ field }) => field)).toEqual([
      'unit',
      'email',
      null,
      null,
      'moveIn',
      'moveOut',
    ]);
  });

  test('with values damaged by a spreadsheet: each cell has advice', async () => {
    const lines = [
      '2026-03-04,a@example.test,,T1',
      '4-Mar,b@example.test,,T2',
      '1.00E+05,c@example.test,,T3',
      '4B,d@example.test,1.4155E+10,T4',
      '4B,e@example.test,,1.23457E+11',
      '#REF!,f@example.test,########,T6',
      '4B,#N/A,,T7',
    ];
    const table = `unit,email,phone,tenant code\n${lines.join('\n')}\n`;
    const answer = await sendTable(admin, caller, table, { query: '?createUnits=true' });
    const rows = await rowsOf(admin, caller, answer);
    expect(rows.map(({ errors }) => errors.map(({ column, code }) => `${column} ${code}`))).toEqual([
      ['unit unknown_unit'],
      ['unit unknown_unit'],
      ['unit unknown_unit'],
      ['phone invalid_phone'],
      ['tenant code invalid_value'],
      ['unit unknown_unit', 'phone invalid_phone'],
      ['email invalid_email'],
    ]);
    for (const { errors } of rows) expect(errors[0]?.message).toMatch(/: The spreadsheet (?:has|shows) /);
  });

  test('with long values: each cell has its maximum length', async () => {
    const line = ['x'.repeat(300), 'a@example.test', 'y'.repeat(101), 'z'.repeat(129)].join(',');
    const answer = await sendTable(admin, caller, `unit,email,first name,external id\n${line}\n`);
    const [row] = await rowsOf(admin, caller, answer);
    expect(row?.errors.map(({ message }) => message).toSorted()).toEqual([
      'externalId: Use at most 128 characters.',
      'firstName: Use at most 100 characters.',
      'unit: Use at most 64 characters.',
    ]);
  });

  test('with an external id that contains a slash: the cell is refused', async () => {
    const answer = await sendTable(admin, caller, 'unit,email,external id\n4B,a@example.test,A/4711\n');
    const [row] = await rowsOf(admin, caller, answer);
    expect(row?.errors.map(({ message }) => message)).toEqual([
      'externalId: Use no slash. Replace it, for example by a hyphen.',
    ]);
  });

  test('with a longer name of a unit: the unit is suggested', async () => {
    const answer = await sendTable(admin, caller, 'unit,email\nTower 101,a@example.test\n');
    const rows = await rowsOf(admin, caller, answer);
    expect(rows[0]?.errors[0]).toMatchObject({ code: 'unknown_unit', suggestion: '101' });
  });

  test('with empty columns after the last one', async () => {
    const table = `unit,email${','.repeat(300)}\n4B,jose@example.test${','.repeat(300)}\n`;
    const answer = await sendTable(admin, caller, table);
    expect([answer.status, answer.body.import.columns.length]).toEqual([201, 2]);
  });

  test('lines match the spreadsheet', async () => {
    const file = 'unit,email,note\n4B,a@example.test,"two\nlines"\n\n4B,b@example.test,\n';
    const rows = await rowsOf(admin, caller, await sendTable(admin, caller, file));
    expect(rows.map(({ line }) => line)).toEqual([2, 4]);
  });
});
