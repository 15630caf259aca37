import type { Principal } from '@pas/shared/principal/principal';
import { UserModel } from '@pas/shared/models/user';
import { residenceIn, userRow } from '@pas/testing/rows';
import { beforeEach, describe, expect, test } from 'vitest';
import { addProperty, addUnit, newTenantCaller, startAdmin } from './admin-harness.ts';
import { rowsOf, sendForm, sendRows, sendTable } from './table-support.ts';

const admin = await startAdmin();

let caller: Principal;
let propertyId: string;

beforeEach(async () => {
  caller = await newTenantCaller();
  propertyId = (await addProperty(admin, caller)).id;
  await addUnit(admin, caller, propertyId, '4B');
});

const table = (...lines: string[]): string => lines.map((line) => `${line}\n`).join('');
const simple = table('unit,email,firstName', '4B,jordan@example.test,Jordan');

describe('POST /api/admin/imports/residents/dry-run', () => {
  test('201 with the plan of a table, and only the plan is written', async () => {
    const answer = await sendTable(admin, caller, simple);
    expect(answer).toMatchObject({
      status: 201,
      body: {
        import: {
          status: 'VALIDATED',
          propertyId,
          columns: [
            { header: 'unit', field: 'unit', confidence: 1, samples: ['4B'] },
            { header: 'email', field: 'email', confidence: 1 },
            { header: 'firstName', field: 'firstName', confidence: 1, samples: ['Jordan'] },
          ],
          totals: { rows: 1, create: 1, error: 0 },
        },
      },
    });
    expect(answer.body.import.planHash).toMatch(/^[\da-f]{64}$/);
    expect(await UserModel.countDocuments({ tenantId: caller.tenantId ?? '' })).toBe(0);
    expect(await rowsOf(admin, caller, answer)).toMatchObject([
      {
        line: 2,
        verdict: 'create',
        changes: [
          { field: 'email', before: null, after: 'jordan@example.test' },
          { field: 'firstName' },
          { field: 'residence.unit', after: '4B' },
        ],
        errors: [],
      },
    ]);
  });

  test('counts the units that the plan creates, each once', async () => {
    const rows = [
      '9X,a@example.test',
      '9x,b@example.test',
      '10,c@example.test',
      '4B,d@example.test',
      '11,nobody',
    ];
    const answer = await sendTable(admin, caller, table('unit,email', ...rows), {
      query: '?createUnits=true',
    });
    expect(answer.body.import).toMatchObject({ newUnits: 2, totals: { create: 4, error: 1 } });
    const kept = await sendTable(admin, caller, table('unit,email', ...rows));
    expect(kept.body.import).toMatchObject({ newUnits: 0, totals: { create: 1, error: 4 } });
  });

  test('accepts rows as JSON, whose names form the header', async () => {
    const answer = await sendRows(admin, caller, {
      propertyId,
      rows: [
        { unit: 12, email: 'ana@example.test' },
        { Mieter: 'Ben', unit: '4B', email: 'ben@example.test' },
      ],
      mapping: { Mieter: 'lastName' },
      options: { createUnits: true },
    });
    expect(answer).toMatchObject({ status: 201, body: { import: { totals: { rows: 2, create: 2 } } } });
    const rows = await rowsOf(admin, caller, answer);
    expect(rows.map(({ line, cells }) => [line, cells])).toEqual([
      [1, ['12', 'ana@example.test', '']],
      [2, ['4B', 'ben@example.test', 'Ben']],
    ]);
  });

  test('422 for JSON rows with too many names, before their cells are built', async () => {
    const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`c${at}`, 0]));
    const rows = [wide, ...Array.from({ length: 4000 }, () => ({ unit: '4B' }))];
    const { status, body } = await sendRows(admin, caller, { propertyId, rows });
    expect(status).toBe(422);
    expect(body.errors).toMatchObject([{ path: 'rows', code: 'not_a_table' }]);
    expect(body.message).toContain('20001 columns');
  });

  describe('with an Idempotency-Key', () => {
    const path = `/api/admin/imports/residents/dry-run`;
    const text = 'unit,email\n4B,jordan@example.test\n';
    const form = (file: string) => {
      const sent = new FormData();
      sent.append('file', new Blob([file]), 'residents.csv');
      sent.append('propertyId', propertyId);
      return sent;
    };
    const csv = (body: string) => ({ body, headers: { 'content-type': 'text/csv' } });
    const json = (email: string) => ({
      body: JSON.stringify({ propertyId, rows: [{ unit: '4B', email }] }),
      headers: { 'content-type': 'application/json' },
    });
    const kinds: Record<
      string,
      (other: string) => { body: string | FormData; headers?: Record<string, string> }
    > = {
      CSV: (other) => csv(`${text}${other}`),
      'a form': (other) => ({ body: form(`${text}${other}`) }),
      JSON: (other) => json(`jordan${other}@example.test`),
    };

    test.each(Object.entries(kinds))('%s is planned once, and another body is 422', async (_kind, sent) => {
      const send = async (other: string) => {
        const { body, headers } = sent(other);
        const init = {
          as: caller,
          method: 'POST',
          body,
          headers: { ...headers, 'idempotency-key': 'roster' },
        };
        const response = await admin.send(`${path}?propertyId=${propertyId}`, init);
        const answer = (await response.json()) as { import?: { id: string }; code?: string };
        return { ...answer, status: response.status, isReplay: response.headers.has('idempotency-replayed') };
      };
      const [first, again, other] = [await send(''), await send(''), await send('x')];
      expect([first.status, first.isReplay, again.status, again.isReplay]).toEqual([201, false, 201, true]);
      expect(again.import).toEqual(first.import);
      expect([other.status, other.code]).toEqual([422, 'idempotency_key_reused']);
      const listed = await admin.call<{ total: number }>('GET', '/api/admin/imports', { as: caller });
      expect(listed.body.total).toBe(1);
    });
  });

  test('422 names `rows` for JSON without a known column', async () => {
    const { status, body } = await sendRows(admin, caller, { propertyId, rows: [{ foo: 1 }] });
    expect([status, body.errors?.map(({ path }) => path)]).toEqual([422, ['rows']]);
    expect(body.message).toMatch(/^rows: No column is known/);
  });

  test('422 lists the faults of the query and of JSON together', async () => {
    const query = '?onExisting=LATER';
    const send = (rows: object[]) =>
      sendTable(admin, caller, JSON.stringify({ propertyId, rows }), { query, type: 'application/json' });
    const wide = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`c${at}`, 0]));
    const [both, one] = [await send([wide]), await send([{ unit: '4B', email: 'ana@example.test' }])];
    expect([both.status, both.body.errors?.map(({ path }) => path)]).toEqual([422, ['onExisting', 'rows']]);
    expect([one.status, one.body.errors?.map(({ path }) => path)]).toEqual([422, ['onExisting']]);
  });

  test('422 names a field of a form before its file', async () => {
    const faulty = await sendForm(admin, caller, { file: '', fields: { onExisting: 'LATER' } });
    expect([faulty.status, faulty.body.errors?.map(({ path }) => path)]).toEqual([422, ['onExisting']]);
    const empty = await sendForm(admin, caller, { file: '' });
    expect([empty.status, empty.body.errors?.map(({ path }) => path)]).toEqual([422, ['file']]);
  });

  test('accepts a form with fields after the file', async () => {
    const mapping = JSON.stringify({ Where: 'unit' });
    const file = table('Where,email', '4B,jordan@example.test');
    const answer = await sendForm(admin, caller, { file, fields: { propertyId, mapping } });
    expect(answer).toMatchObject({
      status: 201,
      body: { import: { fileName: 'residents.csv', status: 'VALIDATED', totals: { create: 1 } } },
    });
  });

  test('INVALID when every row has errors, each with all of its errors', async () => {
    const file = table('unit,email,phone', '9X,nobody,1.4155E+10', ',,');
    const answer = await sendTable(admin, caller, file);
    expect(answer).toMatchObject({
      status: 201,
      body: { import: { status: 'INVALID', totals: { rows: 1, error: 1 } } },
    });
    const [row] = await rowsOf(admin, caller, answer, '?verdict=error');
    expect(row?.errors.map(({ column, code }) => [column, code])).toEqual([
      ['email', 'invalid_email'],
      ['phone', 'invalid_phone'],
      ['unit', 'unknown_unit'],
    ]);
  });

  test('422 names a missing property, and unknown headers and fields', async () => {
    await addProperty(admin, caller, 'Second');
    const missing = await sendTable(admin, caller, simple);
    expect([missing.status, missing.body.errors?.[0]?.path]).toEqual([422, 'propertyId']);
    const query = `?propertyId=${propertyId}&mapping=${encodeURIComponent('{"Apt":"unit"}')}`;
    const mapped = await sendTable(admin, caller, simple, { query });
    expect([mapped.status, mapped.body.errors?.[0]?.path]).toEqual([422, 'mapping.Apt']);
    const unknown = await sendTable(admin, caller, simple, {
      query: '?mapping=%7B%22unit%22%3A%22mood%22%7D',
    });
    expect([unknown.status, unknown.body.errors?.[0]?.path]).toEqual([422, 'mapping']);
  });

  test('403 without the scopes that options need', async () => {
    const as = { ...caller, scopes: ['imports:*'] };
    for (const query of ['?createUnits=true', '?invite=DISPATCH', '?onMissing=PROPOSE_MOVE_OUT'])
      expect((await sendTable(admin, as, simple, { query })).body.code).toBe('insufficient_scope');
    expect((await sendTable(admin, as, simple)).status).toBe(201);
  });

  test('a restricted caller imports only into its properties, and sees that import', async () => {
    const other = await addProperty(admin, caller, 'Second');
    const home = await addUnit(admin, caller, other.id, '1');
    const email = 'known@example.test';
    const known = userRow(caller.tenantId ?? '', { email, emailKey: email, residences: [residenceIn(home)] });
    await UserModel.insertMany([known]);
    const as = { ...caller, propertyIds: [propertyId] };
    expect((await sendTable(admin, as, simple, { query: `?propertyId=${other.id}` })).status).toBe(404);
    const file = table(
      'property,unit,email',
      'Second,1,a@example.test',
      'Harbor View,4B,b@example.test',
      `Harbor View,4B,${email}`,
    );
    const answer = await sendTable(admin, as, file);
    const rows = await rowsOf(admin, as, answer);
    expect(rows.map(({ errors }) => errors[0]?.code)).toEqual([
      'unknown_property',
      undefined,
      'identity_conflict',
    ]);
    const own = { ...caller, propertyIds: [other.id] };
    expect((await admin.call('GET', `/api/admin/imports/${answer.body.import.id}`, { as: own })).status).toBe(
      404,
    );
  });
});

describe('GET /api/admin/imports/residents/template.csv', () => {
  test('has every known column', async () => {
    const response = await admin.send('/api/admin/imports/residents/template.csv', { as: caller });
    const header = (await response.text()).trim();
    expect(header).toBe('unit,email,phone,firstName,lastName,property,floor,externalId,moveIn,moveOut');
    const answer = await sendTable(admin, caller, `${header}\n4B,a@example.test,,,,,,,,\n`);
    expect(answer.body.import.columns.every(({ field, header: name }) => field === name)).toBe(true);
  });
});
