import type { Problem } from '@pas/platform/http/render-error';
import { InviteModel } from '@pas/shared/models/invite';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { inviteRow, userRow } from '@pas/testing/rows';
import { describe, expect, test } from 'vitest';
import { createTextSender } from '../src/dispatch/telephony/text-sender.ts';
import { newTenantCaller, onboardingBySms, startAdmin } from './admin-harness.ts';
import type { ImportAnswer } from './import-support.ts';
import { inviteSupport } from './invite-support.ts';

const premium = '+19005550123';

const admin = await startAdmin({ onboarding: onboardingBySms });
const caller = await newTenantCaller();
const { tenantId, propertyId, newUnit, post, refused, invite, countInvites } = await inviteSupport(
  admin,
  caller,
);

const refusal = (path: string) => ({
  status: 422,
  body: { code: 'premium_number', errors: [{ path, code: 'premium_number' }] },
});

describe('an invite', () => {
  test.each([
    ['international', premium],
    ['national', '(900) 555-0123'],
    ['of shared cost', '+33810123456'],
  ])('422 premium_number for a phone that is %s, and creates nothing', async (_what, inviteePhone) => {
    const unitId = await newUnit();
    expect(await refused({ unitId, inviteePhone })).toMatchObject(refusal('inviteePhone'));
    expect(await countInvites({ unitId })).toBe(0);
  });

  test('422 names the phone and all other problems', async () => {
    const answer = await refused({ unitId: await newUnit(), inviteePhone: premium, role: 'OWNER' });
    expect(answer.body['errors']).toMatchObject([
      { path: 'role' },
      { path: 'inviteePhone', code: 'premium_number' },
    ]);
  });
});

describe('a stored invite with such a phone', () => {
  async function addInvite(): Promise<string> {
    const unitId = await newUnit();
    const row = inviteRow({ _id: unitId, tenantId, propertyId }, { inviteePhone: premium });
    await InviteModel.insertMany([row]);
    return row._id;
  }

  test.each(['dispatch', 'resend'])('422 premium_number on %s, alone and in bulk', async (verb) => {
    const id = await addInvite();
    const path = `onboarding/invites/${id}/${verb}`;
    expect(await post<Problem>(path, { channels: ['SMS'] })).toMatchObject(refusal('channels'));
    const { body } = await post<{ results: object[] }>(`onboarding/invites/bulk/${verb}`, {
      inviteIds: [id],
    });
    expect(body.results).toMatchObject([{ status: 422, code: 'premium_number' }]);
    const row = await InviteModel.findOne({ _id: id, tenantId }).lean();
    expect(row?.deliveries).toEqual([]);
  });

  test('a waiting text to it is permanently refused', async () => {
    const sender = createTextSender({ usual: 'TELEPHONY_A', byProvider: {} });
    const sending = sender.send({ tenantId, propertyId }, { id: 'dlv_1', to: premium, text: 'Hello' });
    await expect(sending).rejects.toMatchObject({ name: 'MessageRefused', reason: 'premium_number' });
  });
});

describe('a user', () => {
  const users = '/api/admin/users';
  const send = (method: string, path: string, body: object) =>
    admin.call(method, `${users}${path}`, { as: caller, body });

  test('422 premium_number for a resident, at creation and change', async () => {
    const row = userRow(tenantId, { phone: null });
    await UserModel.insertMany([row]);
    const body = { phone: premium };
    expect(await send('POST', '', { kind: 'RESIDENT', ...body })).toMatchObject(refusal('phone'));
    expect(await send('PUT', '/by-external-id/premium-1', body)).toMatchObject(refusal('phone'));
    expect(await send('PATCH', `/${row._id}`, body)).toMatchObject(refusal('phone'));
  });

  test('staff may have one, because they get no texts', async () => {
    expect((await send('POST', '', { kind: 'STAFF', phone: premium })).status).toBe(201);
  });

  test('a resident keeps a stored one, so that a roster may still contain it', async () => {
    const row = userRow(tenantId, { phone: premium });
    await UserModel.insertMany([row]);
    const { status } = await send('PATCH', `/${row._id}`, { phone: premium, firstName: 'Ada' });
    const stored = await UserModel.findOne({ _id: row._id, tenantId }).lean<UserRow>();
    expect([status, stored?.firstName, stored?.phone]).toEqual([200, 'Ada', premium]);
  });
});

test('a row of an import is refused with premium_number', async () => {
  const rows = [{ unit: 'P1', email: 'ada@example.test', phone: '(900) 555-0123' }];
  const body = { propertyId, rows, options: { createUnits: true, invite: 'DISPATCH' } };
  const { body: planned } = await post<ImportAnswer>('imports/residents/dry-run', body);
  const path = `/api/admin/imports/${planned.import.id}/rows?verdict=error`;
  const errors = await admin.call<{ rows: object[] }>('GET', path, { as: caller });
  expect(errors.body.rows).toMatchObject([{ errors: [{ column: 'phone', code: 'premium_number' }] }]);
});

test('201 for a regular phone of an invite', async () => {
  expect((await invite({ unitId: await newUnit(), inviteePhone: '+18005550123' })).status).toBe(201);
});
