import { newId } from '@pas/shared/ids/id';
import { ImportModel, type ImportRow } from '@pas/shared/models/import';
import type { Principal } from '@pas/shared/principal/principal';
import { beforeEach, describe, expect, test } from 'vitest';
import { newTenantCaller, startAdmin } from './admin-harness.ts';
import { importRow } from './import-row.ts';

interface Imports {
  imports: { id: string; status: string }[];
  total: number;
}

let caller: Principal;

const admin = await startAdmin();
beforeEach(async () => {
  caller = await newTenantCaller();
});

async function addImport(fields: Partial<ImportRow> = {}): Promise<ImportRow> {
  const row = importRow(caller.tenantId ?? '', fields);
  await ImportModel.insertMany([row]);
  return row;
}

const list = async (query = '', as = caller): Promise<Imports> => {
  const { status, body } = await admin.call<Imports>('GET', `/api/admin/imports${query}`, { as });
  expect(status).toBe(200);
  return body;
};
const idsOf = ({ imports }: Imports): string[] => imports.map(({ id }) => id);

const past = new Date(Date.now() - 1000);

describe('GET /api/admin/imports/{id}', () => {
  test('shows the plan, its columns and its totals', async () => {
    const row = await addImport();
    const { status, body, headers } = await admin.call<object>('GET', `/api/admin/imports/${row._id}`, {
      as: caller,
    });
    expect(status).toBe(200);
    expect(headers.get('etag')).toBe('"1"');
    expect(body).toEqual({
      import: {
        id: row._id,
        tenantId: row.tenantId,
        createdAt: row.createdAt.toISOString(),
        updatedAt: row.updatedAt.toISOString(),
        version: 1,
        status: 'VALIDATED',
        propertyId: null,
        fileName: 'residents.csv',
        planHash: row.planHash,
        columns: [
          { header: 'Apartment', field: 'unit', confidence: 1, samples: ['4B'], dateOrder: null },
          { header: 'Mood', field: null, confidence: 0, samples: [], dateOrder: null },
        ],
        options: { onExisting: 'UPDATE', onMissing: 'KEEP', createUnits: false, invite: 'NONE' },
        totals: { rows: 3, create: 2, update: 0, unchanged: 0, skip: 0, error: 1, moveOut: 0, reverted: 0 },
        newUnits: 0,
        expiresAt: row.expiresAt.toISOString(),
        committedAt: null,
        progress: null,
        failure: null,
        createdBy: { type: 'STAFF', id: 'dana', name: 'Dana Whitfield' },
      },
    });
  });

  test.each([
    ['VALIDATED', 'EXPIRED'],
    ['INVALID', 'EXPIRED'],
    ['COMMITTED', 'COMMITTED'],
    ['COMMITTING', 'COMMITTING'],
  ] as const)('%s is %s after its day', async (stored, shown) => {
    const { _id } = await addImport({ status: stored, expiresAt: past });
    const { body } = await admin.call<{ import: { status: string } }>('GET', `/api/admin/imports/${_id}`, {
      as: caller,
    });
    expect(body.import.status).toBe(shown);
  });
});

describe('GET /api/admin/imports', () => {
  test('lists the latest first', async () => {
    const first = await addImport({ createdAt: past });
    const second = await addImport();
    expect(await list()).toMatchObject({ total: 2, imports: [{ id: second._id }, { id: first._id }] });
    expect(idsOf(await list('?sort=createdAt'))).toEqual([first._id, second._id]);
  });

  test('filters by the effective status', async () => {
    const waiting = await addImport();
    const lapsed = await addImport({ expiresAt: past });
    const invalid = await addImport({ status: 'INVALID' });
    const committed = await addImport({ status: 'COMMITTED', expiresAt: past });
    expect(idsOf(await list('?status=VALIDATED'))).toEqual([waiting._id]);
    expect(idsOf(await list('?status=EXPIRED'))).toEqual([lapsed._id]);
    expect(idsOf(await list('?status=INVALID'))).toEqual([invalid._id]);
    expect(idsOf(await list('?status=COMMITTED'))).toEqual([committed._id]);
    const { status, body } = await admin.call<{ errors: { path: string }[] }>(
      'GET',
      '/api/admin/imports?status=DONE',
      { as: caller },
    );
    expect([status, body.errors[0]?.path]).toEqual([422, 'status']);
  });

  test('shows a restricted key only imports of its properties', async () => {
    const propertyId = newId('property');
    const own = await addImport({ propertyId });
    const whole = await addImport();
    const as = { ...caller, propertyIds: [propertyId] };
    expect(await list('', as)).toMatchObject({ total: 1, imports: [{ id: own._id }] });
    const { status } = await admin.call('GET', `/api/admin/imports/${whole._id}`, { as });
    expect(status).toBe(404);
  });
});

describe('POST /api/admin/imports/{id}/cancel', () => {
  const cancel = async (id: string) =>
    admin.call<{ import: { status: string; version: number }; code?: string }>(
      'POST',
      `/api/admin/imports/${id}/cancel`,
      { as: caller },
    );

  test.each(['VALIDATING', 'VALIDATED', 'INVALID'] as const)('ends an import that is %s', async (status) => {
    const { _id } = await addImport({ status });
    const first = await cancel(_id);
    expect([first.status, first.body.import]).toMatchObject([200, { status: 'CANCELED', version: 2 }]);
    expect((await cancel(_id)).body).toEqual(first.body);
  });

  test.each(['COMMITTED', 'FAILED', 'REVERTING', 'REVERTED'] as const)(
    '409 import_not_cancelable when it is %s',
    async (status) => {
      // The stop was requested during the last batch.
      const { _id } = await addImport({ status, stopRequestedAt: past });
      const { status: answered, body } = await cancel(_id);
      expect([answered, body.code]).toEqual([409, 'import_not_cancelable']);
    },
  );

  test('409 import_not_cancelable after its day', async () => {
    const { _id } = await addImport({ expiresAt: past });
    expect((await cancel(_id)).body.code).toBe('import_not_cancelable');
  });
});
