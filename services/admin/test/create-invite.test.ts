import { OutboxModel } from '@pas/platform/events/outbox';
import { newId } from '@pas/shared/ids/id';
import { InviteModel } from '@pas/shared/models/invite';
import { UnitModel } from '@pas/shared/models/unit';
import { describe, expect, test } from 'vitest';
import { addUnit, newTenantCaller, startAdmin, type InviteAnswer } from './admin-harness.ts';
import { eventsOf, inviteSupport, recordOf } from './invite-support.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();
const { tenantId, propertyId, newUnit, invite, refused, countInvites } = await inviteSupport(admin, caller);

const fiftyTimes = <T>(work: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: 50 }, async () => work()));

describe('an unknown unit label', () => {
  const as = { ...caller, scopes: ['onboarding:*'] };

  test('403 for a caller that may not create units, recorded, and nothing is written', async () => {
    const body = { propertyId, unitLabel: 'Forbidden 1', inviteeEmail: 'no-unit@example.test' };
    const answer = await refused(body, { ...as, id: newId('apiKey') });
    expect(answer).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
    expect(answer.headers.get('www-authenticate')).toContain('scope="units:write"');
    expect(await UnitModel.countDocuments({ tenantId, labelKey: 'FORBIDDEN1' })).toBe(0);
    expect(await countInvites({ inviteeEmail: body.inviteeEmail })).toBe(0);
    const denied = { 'envelope.data.outcome': 'DENIED', 'envelope.correlationid': answer.body.correlationId };
    expect(await OutboxModel.countDocuments(denied)).toBe(1);
  });

  test('an existing unit needs no other scope', async () => {
    await addUnit(admin, caller, propertyId, 'Allowed 1');
    const { status, body } = await invite({ propertyId, unitLabel: 'allowed-1' }, as);
    expect(status).toBe(201);
    expect(body.invite).not.toHaveProperty('unitCreated');
  });

  test('the answer and its replay have unitCreated, and a repeat has not', async () => {
    const sent = { propertyId, unitLabel: 'Apt 901', inviteeEmail: 'new-unit@example.test' };
    const create = (key: string) =>
      admin.call<InviteAnswer>('POST', '/api/admin/onboarding/invite', {
        as: caller,
        body: sent,
        headers: { 'Idempotency-Key': key },
      });
    const [first, replay, again] = [await create('unit 1'), await create('unit 1'), await create('unit 2')];
    expect([first.status, first.body.invite.unitCreated]).toEqual([201, true]);
    expect(replay.headers.get('idempotency-replayed')).toBe('true');
    expect(replay.body).toEqual(first.body);
    expect([again.status, again.body.invite.id]).toEqual([200, first.body.invite.id]);
    expect(again.body.invite).not.toHaveProperty('unitCreated');
  });

  test('the record shows the new unit', async () => {
    const { body } = await invite({ propertyId, unitLabel: 'Apt 900' });
    const record = await recordOf(body.invite.id);
    expect(record?.changes).toContainEqual({ path: 'unit.label', before: null, after: 'Apt 900' });
  });

  test('fifty concurrent requests create one unit and one invite', async () => {
    // The label is unique per attempt: an earlier attempt's unit would exist already.
    const label = `PH${newId('unit').slice('unit_'.length).toUpperCase()}`;
    const body = { propertyId, unitLabel: label, inviteeEmail: `${label}@example.test` };
    const answers = await fiftyTimes(async () => invite(body));
    expect(answers.filter(({ status }) => status !== 200 && status !== 201)).toEqual([]);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await UnitModel.countDocuments({ tenantId, labelKey: label })).toBe(1);
    expect(await countInvites({ inviteeEmail: body.inviteeEmail })).toBe(1);
  });
});

test('201 for null contacts, name and locale: without a contact each call creates an invite', async () => {
  const absent = { inviteeEmail: null, inviteePhone: null, inviteeName: null, locale: null };
  const body = { unitId: await newUnit(), ...absent };
  const [first, second] = [await invite(body), await invite(body)];
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(first.body.invite).toMatchObject(absent);
  const toPhone = await invite({ ...body, inviteePhone: '+12025550123' });
  expect(toPhone.body.invite).toMatchObject({ ...absent, inviteePhone: '+12025550123' });
});

describe('a person who is invited again', () => {
  test('dispatch sends the pending invite, once', async () => {
    const body = { unitId: await newUnit(), inviteeEmail: 'again@example.test' };
    const first = await invite(body);
    const second = await invite({ ...body, dispatch: ['EMAIL'] });
    expect([second.status, second.body.invite.id]).toEqual([200, first.body.invite.id]);
    expect(second.body.invite.deliveries).toMatchObject([{ channel: 'EMAIL', status: 'QUEUED' }]);
    const third = await invite({ ...body, dispatch: ['EMAIL'] });
    expect(third.body.invite.deliveries).toEqual(second.body.invite.deliveries);
    expect(await eventsOf(first.body.invite.id)).toEqual(['created', 'dispatched']);
  });

  test('fifty concurrent requests with dispatch: one invite, one mail', async () => {
    const body = { unitId: await newUnit(), inviteeEmail: 'fifty@example.test', dispatch: ['EMAIL'] };
    const answers = await fiftyTimes(async () => invite(body));
    expect(answers.filter(({ status }) => status !== 200 && status !== 201)).toEqual([]);
    expect(new Set(answers.map((answer) => answer.body.invite.id)).size).toBe(1);
    const deliveries = answers.flatMap((answer) => answer.body.invite.deliveries.map(({ id }) => id));
    expect([deliveries.length, new Set(deliveries).size]).toEqual([50, 1]);
    const dispatched = await eventsOf(answers[0]?.body.invite.id ?? '');
    expect(dispatched).toEqual(['created', 'dispatched']);
  });

  test('the contacts of the pending invite count, not those of the request', async () => {
    const unitId = await newUnit();
    const inviteePhone = '+12025550188';
    await InviteModel.updateOne(
      { _id: (await invite({ unitId, inviteePhone })).body.invite.id, tenantId },
      { $set: { inviteeEmail: 'known@example.test', inviteePhone, inviteeName: null } },
    );
    const answer = await invite({ unitId, inviteePhone, dispatch: ['EMAIL'] });
    expect([answer.status, answer.body.invite.deliveries.length]).toEqual([200, 1]);
  });

  test('422 if only the request, and not the pending invite, has a contact for the channel', async () => {
    const unitId = await newUnit();
    const inviteePhone = '+12025550189';
    const { body } = await invite({ unitId, inviteePhone });
    const key = { contactKey: 'later@example.test', pendingKey: `${unitId}|later@example.test` };
    await InviteModel.updateOne({ _id: body.invite.id, tenantId }, { $set: key });
    const answer = await refused({ unitId, inviteeEmail: 'later@example.test', dispatch: ['EMAIL'] });
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'contact_missing', errors: [{ path: 'dispatch' }] },
    });
  });
});

describe('the fields of an invite', () => {
  test('role, language and name are as sent, else PRIMARY and null', async () => {
    const unitId = await newUnit();
    const given = { role: 'OCCUPANT', locale: 'de-CH', inviteeName: 'Jordan Reyes' };
    expect((await invite({ unitId, ...given })).body.invite).toMatchObject({
      ...given,
      renewalRequestedAt: null,
    });
    const usual = { role: 'PRIMARY', locale: null, inviteeName: null };
    expect((await invite({ unitId })).body.invite).toMatchObject(usual);
  });

  test('the record of an invite that replaces an expired one names both', async () => {
    const body = { unitId: await newUnit(), inviteeEmail: 'lapsed@example.test' };
    const lapsed = (await invite(body)).body.invite.id;
    await InviteModel.updateOne({ _id: lapsed, tenantId }, { $set: { expiresAt: new Date(0) } });
    const { id } = (await invite(body)).body.invite;
    expect((await recordOf(id))?.targets).toEqual([
      { type: 'invite', id },
      { type: 'invite', id: lapsed },
    ]);
    expect(await eventsOf(lapsed)).toEqual(['created', 'expired']);
  });
});
