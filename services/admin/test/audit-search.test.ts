import { StaffNameModel, staffNameId } from '@pas/shared/models/staff-name';
import { newId } from '@pas/shared/ids/id';
import { newUnit } from '@pas/shared/models/new-unit';
import { UnitModel } from '@pas/shared/models/unit';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Principal } from '@pas/shared/principal/principal';
import { addProperty, addUnit, newTenantCaller, startAdmin } from './admin-harness.ts';
import { sealOutbox } from './seal-outbox.ts';

interface Records {
  auditRecords: { action: string; targets: { id: string | null }[] }[];
  total: number;
}

const admin = await startAdmin();
let caller: Principal;
let propertyId: string;
let unitId: string;

const find = async (q: string, as = caller): Promise<string[]> => {
  const query = new URLSearchParams({ q, sort: 'seq' }).toString();
  const { body } = await admin.call<Records>('GET', `/api/admin/audit?${query}`, { as });
  return body.auditRecords.map(({ action }) => action);
};
const send = async (method: string, path: string, body: object | undefined, as = caller) =>
  admin.call<{ user: { id: string } }>(method, `/api/admin${path}`, { as, ...(body && { body }) });

describe('q of the audit', () => {
  beforeAll(async () => {
    caller = await newTenantCaller();
    propertyId = (await addProperty(admin, caller)).id;
    unitId = (await addUnit(admin, caller, propertyId, 'Apt 12A')).id;
    await send('PATCH', `/units/${unitId}`, { label: 'Penthouse A' });
    await addUnit(admin, caller, propertyId, 'Apt 13B');
    const person = { kind: 'RESIDENT', firstName: 'José', lastName: 'Reyes', email: 'jose@example.test' };
    await send('POST', '/users', person);
    const subject = 'subject-of-dana';
    const staff: Principal = { ...caller, kind: 'staff', id: subject };
    await StaffNameModel.insertMany([
      {
        _id: staffNameId(caller.tenantId ?? '', subject),
        tenantId: caller.tenantId ?? '',
        name: 'Dana Whitfield',
        email: null,
        notedAt: new Date(),
      },
    ]);
    await send('PATCH', `/properties/${propertyId}`, { name: 'Maple Court' }, staff);
    await sealOutbox(caller.tenantId ?? '');
  });

  test.each([
    ['the label of a unit', 'penthouse', ['unit.created', 'unit.updated']],
    ['its former label', '12a', ['unit.created', 'unit.updated']],
    ['a person by both names in any order', 'reyes, jose', ['user.created']],
    ['a person by e-mail', 'jose@example', ['user.created']],
    ['the name of a building', 'maple', ['property.created', 'property.updated']],
    ['a member of staff who acted', 'dana', ['property.updated']],
    ['no entity', 'nobody', []],
    ['only punctuation', '---', []],
  ])('finds records by %s', async (_what, q, actions) => {
    expect(await find(q)).toEqual(actions);
  });

  test('finds the records of a deleted unit, and nothing beyond the reach of the caller', async () => {
    const { id } = await addUnit(admin, caller, propertyId, 'Attic 9');
    await send('DELETE', `/units/${id}`, undefined);
    await sealOutbox(caller.tenantId ?? '');
    expect(await find('attic')).toEqual(['unit.created', 'unit.deleted']);
    expect(await find('attic', { ...caller, propertyIds: [newId('property')] })).toEqual([]);
    expect(await find('attic', await newTenantCaller())).toEqual([]);
  });

  test('finds what a restricted caller may see among more entities than the limit', async () => {
    const tenantId = caller.tenantId ?? '';
    const elsewhere = (await addProperty(admin, caller)).id;
    const fill = async (from: number) => {
      const labels = Array.from({ length: 101 }, (_none, at) => `Cellar ${from + at}`);
      const ctx = { tenantId, now: new Date() };
      await UnitModel.insertMany(labels.map((label) => newUnit(ctx, { propertyId: elsewhere, label })));
    };
    await fill(1000);
    await addUnit(admin, caller, propertyId, 'Cellar 5000');
    await fill(9000);
    await sealOutbox(tenantId);
    expect(await find('cellar', { ...caller, propertyIds: [propertyId] })).toEqual(['unit.created']);
  });

  test('does not find an erased person', async () => {
    const tenantId = caller.tenantId ?? '';
    const person = { kind: 'RESIDENT', firstName: 'Wilma', lastName: 'Gone', email: 'wilma@example.test' };
    const { id } = (await send('POST', '/users', person)).body.user;
    await sealOutbox(tenantId);
    expect(await find('wilma')).toEqual(['user.created']);
    expect((await send('POST', `/users/${id}/erase`, {})).status).toBe(200);
    expect(await find('wilma')).toEqual([]);
  });

  test('an export uses it, and its record does not contain the searched text', async () => {
    const response = await admin.send('/api/admin/audit/export?q=penthouse', { as: caller });
    const lines = (await response.text()).trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { action: string }).action)).toEqual([
      'unit.created',
      'unit.updated',
    ]);
    await sealOutbox(caller.tenantId ?? '');
    const { body } = await admin.call<Records>('GET', '/api/admin/audit?action=audit.exported', {
      as: caller,
    });
    expect(JSON.stringify(body.auditRecords)).toContain('not recorded');
    expect(JSON.stringify(body.auditRecords)).not.toContain('penthouse');
  });
});
