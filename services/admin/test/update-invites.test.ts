import type { Problem } from '@pas/platform/http/render-error';
import { hashInviteToken } from '@pas/shared/invites/invite-links';
import { InviteModel, type InviteRow } from '@pas/shared/models/invite';
import { UserModel } from '@pas/shared/models/user';
import { describe, expect, test } from 'vitest';
import { newTenantCaller, startAdmin, type InviteAnswer } from './admin-harness.ts';
import { eventsOf, inviteSupport, recordsOf } from './invite-support.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();
const { tenantId, post, newUnit, invite } = await inviteSupport(admin, caller);

const patch = <Answer = InviteAnswer>(id: string, body: object, headers: Record<string, string> = {}) =>
  admin.call<Answer>('PATCH', `/api/admin/onboarding/invites/${id}`, { as: caller, body, headers });
const stored = async (_id: string) => InviteModel.findOne({ _id, tenantId }).lean<InviteRow>();

let people = 0;
async function invited(fields: object = {}) {
  people += 1;
  const inviteeEmail = `person${people}@patch.test`;
  const { body } = await invite({ unitId: await newUnit(), inviteeEmail, ...fields });
  return { ...body.invite, inviteeEmail };
}

describe('another contact', () => {
  test('200 with a new link; the old token is replaced, queued messages end, and nothing is sent', async () => {
    const { id, token } = await invited({ dispatch: ['EMAIL'] });
    const { status, body } = await patch(id, { inviteeEmail: 'correct@patch.test' });
    expect(status).toBe(200);
    expect(body.invite).toMatchObject({
      id,
      status: 'PENDING',
      inviteeEmail: 'correct@patch.test',
      deliveries: [{ channel: 'EMAIL', status: 'FAILED', error: 'contact_changed' }],
    });
    expect(body.invite.token).not.toBe(token);
    const row = await stored(id);
    expect(row?.tokenHash).toBe(hashInviteToken(body.invite.token ?? ''));
    expect(row?.pastTokenHashes).toEqual([hashInviteToken(token ?? '')]);
    expect(await eventsOf(id)).toEqual(['created', 'dispatched']);
    const { body: sent } = await post(`onboarding/invites/${id}/dispatch`, {});
    expect(sent.invite.deliveries.map((delivery) => delivery.status)).toEqual(['FAILED', 'QUEUED']);
  });

  test('the invite is found by its new contact: a creation returns it, and the former contact is free', async () => {
    const { id, unitId, inviteeEmail } = await invited();
    await patch(id, { inviteeEmail: 'moved@patch.test' });
    const again = await invite({ unitId, inviteeEmail: 'Moved@patch.test' });
    expect([again.status, again.body.invite.id]).toEqual([200, id]);
    expect((await invite({ unitId, inviteeEmail })).status).toBe(201);
    const list = await admin.call<{ invites: { id: string }[] }>(
      'GET',
      '/api/admin/onboarding/invites?q=moved',
      { as: caller },
    );
    expect(list.body.invites.map((found) => found.id)).toEqual([id]);
  });

  test('409 already_exists for the contact of another pending invite, but not of an expired one', async () => {
    const [first, second] = [await invited(), await invited()];
    const { unitId } = first;
    const other = (await invite({ unitId, inviteeEmail: second.inviteeEmail })).body.invite;
    const taken = await patch<Problem>(first.id, { inviteeEmail: second.inviteeEmail });
    expect(taken).toMatchObject({
      status: 409,
      body: { code: 'already_exists', errors: [{ path: 'inviteeEmail' }] },
    });
    expect(await stored(first.id)).toMatchObject({ inviteeEmail: first.inviteeEmail, version: 1 });
    await InviteModel.updateOne({ _id: other.id, tenantId }, { $set: { expiresAt: new Date(0) } });
    expect((await patch(first.id, { inviteeEmail: second.inviteeEmail })).status).toBe(200);
    expect(await eventsOf(other.id)).toEqual(['created', 'expired']);
  });

  test('409 already_resident for a person who lives in the unit', async () => {
    const { id, unitId } = await invited();
    const resident = { kind: 'RESIDENT', email: 'neighbour@patch.test', residence: { unitId } };
    expect((await post('users', resident)).status).toBe(201);
    await UserModel.updateOne({ tenantId, email: resident.email }, { $set: { status: 'ACTIVE' } });
    const answer = await patch<Problem>(id, { inviteeEmail: resident.email });
    expect(answer).toMatchObject({ status: 409, body: { code: 'already_resident' } });
  });

  test('a phone is read by the country of the property; 422 for a number that is none', async () => {
    const { id, token } = await invited();
    const { body } = await patch(id, { inviteePhone: '(202) 555-0123' });
    expect(body.invite.inviteePhone).toBe('+12025550123');
    expect(body.invite.token).not.toBe(token);
    const answer = await patch<Problem>(id, { inviteePhone: 'front desk' });
    expect(answer).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'inviteePhone', code: 'invalid_phone' }] },
    });
  });

  test('fifty changes at once to one contact leave it with one invite', async () => {
    const unitId = await newUnit();
    const ids: string[] = [];
    for (let index = 0; index < 10; index += 1) {
      const { body } = await invite({ unitId, inviteeEmail: `race${index}@patch.test` });
      ids.push(body.invite.id);
    }
    const inviteeEmail = 'winner@patch.test';
    await Promise.all(
      Array.from({ length: 50 }, (_none, index) => patch(ids[index % 10] ?? '', { inviteeEmail })),
    );
    expect(await InviteModel.countDocuments({ tenantId, unitId, inviteeEmail })).toBe(1);
  });
});

describe('other fields', () => {
  test('200 keeps link and deliveries, and the record shows the change', async () => {
    const { id, token } = await invited({ dispatch: ['EMAIL'] });
    const fields = { inviteeName: 'Clara Reyes', locale: 'es', role: 'OCCUPANT' };
    const { body, headers } = await patch(id, fields);
    expect(body.invite).toMatchObject({ ...fields, token, deliveries: [{ status: 'QUEUED' }], version: 2 });
    expect(headers.get('etag')).toBe('"2"');
    const record = (await recordsOf(id)).at(-1);
    expect([record?.action, record?.changes.map(({ path }) => path).toSorted()]).toEqual([
      'invite.updated',
      ['inviteeName', 'locale', 'role'],
    ]);
  });

  test('equal values, also of an e-mail in another spelling, change nothing', async () => {
    const { id, inviteeEmail, token } = await invited();
    const { body } = await patch(id, { inviteeEmail: inviteeEmail.toUpperCase(), role: 'PRIMARY' });
    expect(body.invite).toMatchObject({ inviteeEmail, token, version: 1 });
    expect((await recordsOf(id)).map(({ action }) => action)).toEqual(['invite.created']);
  });

  test('412 for another version, and 422 for fields that cannot be set', async () => {
    const { id } = await invited();
    expect((await patch(id, { inviteeName: 'A' }, { 'if-match': '"9"' })).status).toBe(412);
    for (const field of ['status', 'unitId', 'expiresInHours', 'token'])
      expect((await patch<Problem>(id, { [field]: 'x' })).status).toBe(422);
  });
});
