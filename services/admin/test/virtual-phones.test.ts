import { UserModel } from '@pas/shared/models/user';
import { VirtualNumberModel } from '@pas/shared/models/virtual-number';
import { userRow } from '@pas/testing/rows';
import { virtualNumberRow } from '@pas/testing/virtual-number-row';
import { expect, test } from 'vitest';
import { newTenantCaller, onboardingBySms, startAdmin } from './admin-harness.ts';
import type { ImportAnswer } from './import-support.ts';
import { inviteSupport } from './invite-support.ts';

const admin = await startAdmin({ onboarding: onboardingBySms });
const caller = await newTenantCaller();
const { tenantId, propertyId, newUnit, post, refused, invite } = await inviteSupport(admin, caller);

const number = '+12125550188';
const retired = '+12125550189';
const imported = '+12125550190';
const another = await newTenantCaller();
await VirtualNumberModel.insertMany([
  virtualNumberRow(another.tenantId ?? '', { number }),
  virtualNumberRow(tenantId, { number: imported }),
  virtualNumberRow(tenantId, { number: retired, status: 'RETIRED', isInService: false }),
]);

const refusal = (path: string) => ({
  status: 422,
  body: { code: 'phone_is_virtual_number', errors: [{ path, code: 'phone_is_virtual_number' }] },
});

test.each(['RESIDENT', 'STAFF'])('422 for a user of kind %s, at creation and change', async (kind) => {
  expect(await post('users', { kind, phone: number })).toMatchObject(refusal('phone'));
  const row = userRow(tenantId, { kind: kind as 'RESIDENT', phone: null });
  await UserModel.insertMany([row]);
  const path = `/api/admin/users/${row._id}`;
  expect(await admin.call('PATCH', path, { as: caller, body: { phone: number } })).toMatchObject(
    refusal('phone'),
  );
});

test('a user keeps a phone that has become a virtual number', async () => {
  const row = userRow(tenantId, { phone: number });
  await UserModel.insertMany([row]);
  const body = { phone: number, firstName: 'Jo' };
  const answer = await admin.call('PATCH', `/api/admin/users/${row._id}`, { as: caller, body });
  expect(answer).toMatchObject({ status: 200, body: { user: { firstName: 'Jo', phone: number } } });
});

test('422 for an invite, and none for a number out of service', async () => {
  const unitId = await newUnit();
  expect(await refused({ unitId, inviteePhone: '(212) 555-0188' })).toMatchObject(refusal('inviteePhone'));
  expect((await invite({ unitId, inviteePhone: retired })).status).toBe(201);
});

test('422 names the holder of a pass', async () => {
  const controller = { adapter: 'nats', ref: 'virtual-1' };
  const door = { propertyId, name: 'Gate', kind: 'GATE', controller };
  const made = await post<{ accessPoint: { id: string } }>('access-points', door);
  const answer = await post('passes', {
    propertyId,
    accessPointIds: [made.body.accessPoint.id],
    startsAt: '2026-06-05T00:00:00-04:00',
    endsAt: '2099-06-08T00:00:00-04:00',
    holders: [{ name: 'Sam' }, { name: 'Kim', phone: number }],
  });
  expect(answer).toMatchObject(refusal('holders.1.phone'));
});

test('a row of an import is an error, and a resident keeps the phone', async () => {
  const externalId = 'kept-phone';
  await UserModel.insertMany([userRow(tenantId, { externalId, phone: imported })]);
  const rows = [
    { unit: '901', phone: number, email: 'ona@example.test', firstName: 'Ona' },
    { unit: '902', phone: imported, externalId, firstName: 'Una' },
  ];
  const body = { rows, propertyId, options: { createUnits: true } };
  const planned = await post<ImportAnswer>('imports/residents/dry-run', body);
  expect(planned.status).toBe(201);
  const path = `/api/admin/imports/${planned.body.import.id}/rows`;
  const { body: found } = await admin.call<{ rows: object[] }>('GET', path, { as: caller });
  expect(found.rows).toMatchObject([
    { verdict: 'error', errors: [{ column: 'phone', code: 'phone_is_virtual_number' }] },
    { verdict: 'update', errors: [] },
  ]);
});
