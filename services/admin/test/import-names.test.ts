import type { Principal } from '@pas/shared/principal/principal';
import { UserModel } from '@pas/shared/models/user';
import { residenceIn, userRow } from '@pas/testing/rows';
import { beforeEach, describe, expect, test } from 'vitest';
import { addProperty, addUnit, newTenantCaller, startAdmin } from './admin-harness.ts';
import { rowsOf, sendRows, sendTable } from './table-support.ts';

const admin = await startAdmin();
let caller: Principal;
let unit: Awaited<ReturnType<typeof addUnit>>;

beforeEach(async () => {
  caller = await newTenantCaller();
  const { id } = await addProperty(admin, caller);
  unit = await addUnit(admin, caller, id, '4B');
});

const mapped = (mapping: Record<string, string | null>): string =>
  `?mapping=${encodeURIComponent(JSON.stringify(mapping))}`;

/** Plans one row, and returns the fields of the columns after unit and e-mail, with the names that are read. */
async function plan(header: string, cells: string, query = '') {
  const answer = await sendTable(admin, caller, `unit,email,${header}\n4B,a@example.test,${cells}\n`, {
    query,
  });
  const [row] = await rowsOf(admin, caller, answer);
  const valueOf = (name: string) => row?.changes.find(({ field }) => field === name)?.after;
  return {
    fields: answer.body.import.columns.slice(2).map(({ field }) => field),
    names: [valueOf('firstName'), valueOf('lastName')],
  };
}

describe('a column with the full name', () => {
  const headers = [
    'Name',
    'Resident',
    'Tenant',
    'Full name',
    'fullName',
    'Tenant name',
    'Nombre completo',
    'Nombre',
    'Inquilino',
    'Nom complet',
    'Nom',
    'Locataire',
    'Vollständiger Name',
    'Mieter',
    'Bewohner',
  ];

  test.each(headers)('is recognized as “%s”', async (header) => {
    const fullName = { fields: ['fullName'], names: ['Clara', 'Reyes'] };
    expect(await plan(header, 'Clara Reyes')).toEqual(fullName);
    expect(await plan(header, '"Reyes, Clara"')).toEqual(fullName);
  });

  test('can be named by the mapping', async () => {
    const read = await plan('Who', 'Clara Reyes', mapped({ Who: 'fullName' }));
    expect(read).toEqual({ fields: ['fullName'], names: ['Clara', 'Reyes'] });
  });

  test('is left out if first and last names have columns', async () => {
    expect(await plan('Name,First name,Last name', 'C. Reyes,Clara,Reyes')).toEqual({
      fields: [null, 'firstName', 'lastName'],
      names: ['Clara', 'Reyes'],
    });
  });

  test('replaces a column with one part of the name', async () => {
    expect(await plan('Resident,Last name', 'Clara Reyes,Reyes')).toEqual({
      fields: ['fullName', null],
      names: ['Clara', 'Reyes'],
    });
  });

  test('is the last name next to “Vorname”, and the first name next to “Surname”', async () => {
    const names = ['Clara', 'Reyes'];
    expect(await plan('Name,Vorname', 'Reyes,Clara')).toEqual({ fields: ['lastName', 'firstName'], names });
    expect(await plan('Name,Surname', 'Clara,Reyes')).toEqual({ fields: ['firstName', 'lastName'], names });
  });

  test('422 when the mapping names it together with a first or last name', async () => {
    const query = mapped({ A: 'fullName', B: 'firstName' });
    const { status, body } = await sendTable(
      admin,
      caller,
      'unit,email,A,B\n4B,a@example.test,Clara,Reyes\n',
      {
        query,
      },
    );
    expect([status, body.errors?.map(({ path, code }) => [path, code])]).toEqual([
      422,
      [['mapping.A', 'invalid_value']],
    ]);
  });

  test('is read from rows of JSON', async () => {
    const rows = [{ unit: '4B', email: 'a@example.test', fullName: 'Clara Reyes' }];
    const [row] = await rowsOf(admin, caller, await sendRows(admin, caller, { rows }));
    expect(row?.changes.map(({ field }) => field)).toEqual([
      'email',
      'firstName',
      'lastName',
      'residence.unit',
    ]);
  });

  test('may have digits in its names', async () => {
    expect(await plan('Name', 'Clara 2 Reyes')).toEqual({
      fields: ['fullName'],
      names: ['Clara 2', 'Reyes'],
    });
  });

  test('changes no resident whose name has the same words in other parts', async () => {
    const email = 'a@example.test';
    const names = { firstName: 'Juan', lastName: 'García Márquez' };
    await UserModel.insertMany([
      userRow(caller.tenantId ?? '', { email, emailKey: email, ...names, residences: [residenceIn(unit)] }),
    ]);
    const table = `unit,email,Name\n4B,${email},Juan García Márquez\n`;
    const { body } = await sendTable(admin, caller, table);
    expect(body.import.totals).toMatchObject({ unchanged: 1 });
  });

  test('reports a part that is too long under its header', async () => {
    const table = `unit,email,Resident\n4B,a@example.test,Clara ${'x'.repeat(101)}\n`;
    const [row] = await rowsOf(admin, caller, await sendTable(admin, caller, table));
    expect(row?.errors).toMatchObject([
      { column: 'Resident', message: 'fullName: Use at most 100 characters.' },
    ]);
  });

  test.each(['Resident since', 'Pet name', 'Tenant status', 'Resident phone'])(
    'is not “%s”',
    async (header) => {
      const { fields } = await plan(header, 'x');
      expect(fields).not.toEqual(['fullName']);
    },
  );
});
