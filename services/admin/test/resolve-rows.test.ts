import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { createLogger } from '@pas/platform/log/logger';
import { workContext } from '@pas/shared/context/work-context';
import type { ImportRow } from '@pas/shared/models/import';
import { importFields, type ImportField } from '@pas/shared/models/import-fields';
import { UserModel } from '@pas/shared/models/user';
import type { Principal } from '@pas/shared/principal/principal';
import { residenceIn, userRow } from '@pas/testing/rows';
import { beforeEach, describe, expect, test } from 'vitest';
import { importedId } from '../src/resources/imports/planning/imported-ids.ts';
import { emptyPlanHash, extendPlanHash, isAsPlanned } from '../src/resources/imports/planning/plan-hash.ts';
import type { ResolvedRow } from '../src/resources/imports/rows/resolved-row.ts';
import { openResolver, resolveRows } from '../src/resources/imports/planning/resolve-rows.ts';
import { plannedRowLinks, trackRowLinks } from '../src/resources/imports/planning/row-links.ts';
import { addProperty, addUnit, newTenantCaller, startAdmin } from './admin-harness.ts';
import { importRow } from './import-row.ts';

type SentCells = Partial<Record<ImportField, string>>;

const admin = await startAdmin();

let caller: Principal;
let tenantId: string;
let propertyId: string;

beforeEach(async () => {
  caller = await newTenantCaller();
  tenantId = caller.tenantId ?? '';
  propertyId = (await addProperty(admin, caller)).id;
});

const log = createLogger({ service: 'admin', environment: 'TEST', level: 'silent' });
const newContext = () =>
  workContext(
    { service: 'admin', name: 'Import', environment: 'TEST', events: leaveToSweeper, log },
    tenantId,
  );

const columns = importFields.map((field) => ({
  header: field,
  field,
  confidence: 1,
  samples: [],
  dateOrder: null,
}));
const toRows = (rows: readonly SentCells[]) =>
  rows.map((row, at) => ({ line: at + 2, cells: importFields.map((field) => row[field] ?? '') }));

function newImport(fields: Partial<ImportRow> = {}): ImportRow {
  return importRow(tenantId, { columns, propertyId, ...fields });
}

async function resolve(imported: ImportRow, rows: readonly SentCells[]): Promise<ResolvedRow[]> {
  return resolveRows(await openResolver(newContext(), imported, trackRowLinks()), toRows(rows));
}

const makingUnits = { onExisting: 'UPDATE', onMissing: 'KEEP', createUnits: true, invite: 'NONE' } as const;
const codesOf = ({ problems }: ResolvedRow): string[] => problems.map(({ code }) => code);
const verdictsOf = (rows: readonly ResolvedRow[]): string[] => rows.map(({ verdict }) => verdict);

describe('the rows of an import', () => {
  test('create new residents, and their unit once', async () => {
    const imported = newImport({ options: makingUnits });
    const [ana, ben] = await resolve(imported, [
      { unit: 'Apt 7', email: 'ana@example.test', firstName: 'Ana', floor: '2' },
      { unit: '#7', email: 'ben@example.test', moveIn: '2026-03-01', moveOut: '2026-03-31' },
    ]);
    const unitId = importedId('unit', imported, 2);
    expect(ana).toMatchObject({
      verdict: 'create',
      userId: importedId('user', imported, 2),
      operation: {
        isNewUser: true,
        unitId,
        newUnit: { label: 'Apt 7', floor: '2' },
        user: { firstName: 'Ana' },
      },
    });
    expect(ben).toMatchObject({
      verdict: 'create',
      unitLine: 2,
      operation: {
        unitId,
        newUnit: null,
        // In New York, the tenant's zone, the clock changes between the two days.
        residence: { startsAt: '2026-03-01T05:00:00.000Z', endsAt: '2026-04-01T04:00:00.000Z' },
      },
    });
  });

  test('report all problems of a row at once, with the suggested unit', async () => {
    await addUnit(admin, caller, propertyId, '9Z');
    const [row] = await resolve(newImport(), [
      { unit: '9X', email: 'nobody', phone: '1.4155E+10', moveIn: '2026-04-01', moveOut: '2026-03-01' },
    ]);
    expect(row && codesOf(row)).toEqual([
      'invalid_email',
      'invalid_phone',
      'move_out_before_move_in',
      'unknown_unit',
    ]);
    expect(row?.problems.at(-1)?.suggestion).toBe('9Z');
  });

  test('add one home per line of a person, and refuse repeated and contradictory lines', async () => {
    await addUnit(admin, caller, propertyId, '1');
    await addUnit(admin, caller, propertyId, '2');
    const rows = await resolve(newImport(), [
      { unit: '1', email: 'ana@example.test', firstName: 'Ana' },
      { unit: '2', email: 'ANA@example.test', firstName: 'Ana' },
      { unit: '2', email: 'ana@example.test', firstName: 'Ana' },
      { unit: '2', email: 'ana@example.test', firstName: 'Anna' },
      { unit: '1', phone: '(202) 555-0123', firstName: 'Ben' },
      { unit: '1', phone: '(202) 555-0123', firstName: 'Bea' },
    ]);
    expect(verdictsOf(rows)).toEqual(['create', 'create', 'error', 'error', 'create', 'create']);
    expect(rows[1]).toMatchObject({
      personLine: 2,
      userId: rows[0]?.userId,
      operation: { isNewUser: false },
    });
    const found = rows.flatMap(({ problems }) => problems);
    expect(found.map(({ code }) => code)).toEqual(['duplicate_in_file', 'duplicate_in_file']);
    expect(found.map(({ message }) => message.slice(0, 6))).toEqual(['Line 3', 'Line 2']);
  });

  test('name the column that identifies the person of a repeated line', async () => {
    await addUnit(admin, caller, propertyId, '1');
    const rows = await resolve(newImport(), [
      { unit: '1', phone: '(202) 555-0123', firstName: 'Ben' },
      { unit: '1', phone: '202.555.0123', firstName: 'Ben' },
      { unit: '1', externalId: 'x-9', firstName: 'Cy' },
      { unit: '1', externalId: 'x-9', firstName: 'Cyd' },
    ]);
    const found = rows.flatMap(({ problems }) => problems);
    expect(found.map(({ column, code }) => [column, code])).toEqual([
      ['phone', 'duplicate_in_file'],
      ['externalId', 'duplicate_in_file'],
    ]);
  });

  test('match residents by externalId, e-mail, and phone with name, and change different fields', async () => {
    const unit = await addUnit(admin, caller, propertyId, '1');
    const residences = [residenceIn(unit)];
    const [byKey, byMail, byPhone] = [
      userRow(tenantId, {
        externalId: 'x-1',
        email: 'old@example.test',
        emailKey: 'old@example.test',
        residences,
      }),
      userRow(tenantId, {
        email: 'ben@example.test',
        emailKey: 'ben@example.test',
        lastName: 'Li',
        residences,
      }),
      userRow(tenantId, { phone: '+12025550123', firstName: 'Cleo', residences }),
    ];
    await UserModel.insertMany([byKey, byMail, byPhone]);
    const rows = await resolve(newImport(), [
      { unit: '1', externalId: 'x-1', email: 'new@example.test' },
      { unit: '1', email: 'Ben@example.test', lastName: 'Li' },
      { unit: '1', phone: '202 555 0123', firstName: 'cleo' },
      { unit: '1', externalId: 'x-1', email: 'ben@example.test' },
      { unit: '1', phone: '202 555 0123', firstName: 'Dan' },
    ]);
    expect(rows.map(({ userId }) => userId)).toEqual([byKey?._id, byMail?._id, byPhone?._id, null, null]);
    expect(verdictsOf(rows)).toEqual(['update', 'unchanged', 'update', 'error', 'error']);
    expect(rows[0]?.changes).toEqual([
      { field: 'email', before: 'old@example.test', after: 'new@example.test' },
    ]);
    expect(rows.slice(3).map(codesOf)).toEqual([
      ['duplicate_in_file', 'identity_conflict'],
      ['identity_conflict'],
    ]);
  });

  test('leave existing residents unchanged with onExisting SKIP', async () => {
    const unit = await addUnit(admin, caller, propertyId, '1');
    const email = 'ben@example.test';
    const known = userRow(tenantId, { email, emailKey: email, residences: [residenceIn(unit)] });
    await UserModel.insertMany([known]);
    const options = { ...makingUnits, onExisting: 'SKIP' as const };
    const rows = await resolve(newImport({ options }), [
      { unit: '1', email, firstName: 'Ben' },
      { unit: '2', email: 'ana@example.test' },
    ]);
    expect(verdictsOf(rows)).toEqual(['skip', 'create']);
    expect(rows[0]?.operation).toBeNull();
  });
});

describe('resolving a planned batch again', () => {
  test('gives the same plan until its data changes', async () => {
    const unit = await addUnit(admin, caller, propertyId, '1');
    const imported = newImport();
    const sent = [
      { unit: '1', email: 'ana@example.test', firstName: 'Ana' },
      { unit: '1', email: 'ben@example.test', firstName: 'Ben' },
    ];
    const planned = await resolve(imported, sent);
    const again = async () => {
      const resolver = await openResolver(newContext(), imported, plannedRowLinks(planned));
      return resolveRows(resolver, toRows(sent));
    };
    const same = await again();
    expect(extendPlanHash(emptyPlanHash, same)).toBe(extendPlanHash(emptyPlanHash, planned));
    const email = 'ben@example.test';
    const moved = userRow(tenantId, { email, emailKey: email, residences: [residenceIn(unit)] });
    await UserModel.insertMany([moved]);
    const changed = await again();
    const asPlanned = planned.map((row, at) => changed[at] !== undefined && isAsPlanned(row, changed[at]));
    expect(asPlanned).toEqual([true, false]);
  });
});
