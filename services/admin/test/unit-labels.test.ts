import { ImportedRowModel, type ImportedRow } from '@pas/shared/models/imported-row';
import { UnitModel } from '@pas/shared/models/unit';
import { beforeAll, describe, expect, test } from 'vitest';
import { addProperty, addUnit, newTenantCaller, startAdmin, type UnitAnswer } from './admin-harness.ts';
import type { ImportAnswer } from './import-support.ts';
import { inviteSupport } from './invite-support.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();
const tenantId = caller.tenantId ?? '';
const { invite } = await inviteSupport(admin, caller);

const ensure = (body: object) => admin.call<UnitAnswer>('POST', '/api/admin/units', { as: caller, body });

describe('two spellings of one label at two units, as left by a migration', () => {
  let [propertyId, older, younger] = ['', '', ''];

  beforeAll(async () => {
    propertyId = (await addProperty(admin, caller)).id;
    older = (await addUnit(admin, caller, propertyId, '1.12')).id;
    younger = (await addUnit(admin, caller, propertyId, 'To collide')).id;
    const collided = { label: '1-12', labelKey: '1-12~2' };
    await UnitModel.updateOne({ _id: younger, tenantId }, { $set: collided });
  });

  test('finds the unit with exactly this label before the one with the same key', async () => {
    const found = async (label: string) => (await ensure({ propertyId, label })).body.unit.id;
    expect([await found('1-12'), await found('1.12'), await found('Apt 1/12')]).toEqual([
      younger,
      older,
      older,
    ]);
  });

  test('invites to the unit with exactly this label', async () => {
    const unitOf = async (unitLabel: string) =>
      (await invite({ propertyId, unitLabel, inviteeEmail: `${unitLabel}@example.test` })).body.invite.unitId;
    expect([await unitOf('1-12'), await unitOf('1.12')]).toEqual([younger, older]);
  });

  test('imports into the unit with exactly this label', async () => {
    const row = (unit: string, name: string) => ({ unit, email: `${name}@import.test`, firstName: name });
    const rows = [row('1-12', 'young'), row('1.12', 'old'), row('#1/12', 'other')];
    const { body } = await admin.call<ImportAnswer>('POST', '/api/admin/imports/residents/dry-run', {
      as: caller,
      body: { propertyId, rows },
    });
    const planned = await ImportedRowModel.find({ tenantId, importId: body.import.id })
      .sort({ line: 1 })
      .lean<ImportedRow[]>();
    expect(planned.map(({ operation }) => operation?.unitId)).toEqual([younger, older, older]);
  });

  test('refuses the label for another unit, even while its key is free', async () => {
    await UnitModel.updateOne({ _id: older, tenantId }, { $set: { label: 'Gone', labelKey: 'GONE' } });
    expect((await ensure({ propertyId, label: '1-12' })).body.unit.id).toBe(younger);
    const path = `/api/admin/units/${(await addUnit(admin, caller, propertyId, 'Other')).id}`;
    const taken = { status: 409, body: { code: 'already_exists', errors: [{ path: 'label' }] } };
    const body = { label: '1-12' };
    expect(await admin.call('PATCH', path, { as: caller, body })).toMatchObject(taken);
    const put = '/api/admin/units/by-external-id/twin';
    expect(await admin.call('PUT', put, { as: caller, body: { ...body, propertyId } })).toMatchObject(taken);
  });
});

test.each([
  ['4½', '4 1/2', '41/2'],
  ['4²', '4-2', '42'],
  ['Unit -1', '-1', 'Unit-1'],
  ['Flat 7', '7', 'Flatiron 7'],
])('%s and %s are one unit, and %s is another', async (label, same, other) => {
  const propertyId = (await addProperty(admin, caller)).id;
  const [first, second, third] = [
    await ensure({ propertyId, label }),
    await ensure({ propertyId, label: same }),
    await ensure({ propertyId, label: other }),
  ];
  expect([first.status, second.status, third.status]).toEqual([201, 200, 201]);
  expect(second.body.unit.id).toBe(first.body.unit.id);
});
