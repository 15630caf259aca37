import type { Problem } from '@pas/platform/http/render-error';
import { OutboxModel } from '@pas/platform/events/outbox';
import { newId } from '@pas/shared/ids/id';
import { InviteModel, type InviteRow } from '@pas/shared/models/invite';
import { RecipientQuotaModel } from '@pas/shared/models/recipient-quota';
import { UnitModel } from '@pas/shared/models/unit';
import { describe, expect, test } from 'vitest';
import { newTenantCaller, onboardingBySms, startAdmin } from './admin-harness.ts';
import { inviteSupport } from './invite-support.ts';

const admin = await startAdmin({ onboarding: onboardingBySms });
const caller = await newTenantCaller();
const { tenantId, propertyId, newUnit, invite, refused, post, countInvites } = await inviteSupport(
  admin,
  caller,
);

const dayMs = 24 * 3_600_000;
const newEmail = (): string => `${newId('user')}@limit.test`;
let phones = 0;
const newPhone = (): string => `+1202555${String((phones += 1)).padStart(4, '0')}`;

/** Sends a number of invites to a recipient, each for a separate unit. */
async function fill(contact: object, count = 10): Promise<void> {
  const dispatch = 'inviteePhone' in contact ? ['SMS'] : ['EMAIL'];
  for (let each = 0; each < count; each += 1)
    expect((await invite({ unitId: await newUnit(), ...contact, dispatch })).status).toBe(201);
}

const stored = async (id: string) => InviteModel.findOne({ _id: id, tenantId }).lean<InviteRow>();
const outcomeOf = ({ status, body }: { status: number; body: unknown }) => [status, (body as Problem).code];
const limited = [429, 'recipient_limit_reached'];

/** Counts the rows of the tenant that a refused call must not create. */
async function rows(): Promise<number[]> {
  return Promise.all([
    countInvites({}),
    UnitModel.countDocuments({ tenantId }),
    OutboxModel.countDocuments({ tenantId }),
  ]);
}

describe('ten messages in a day', () => {
  test('fifty concurrent invites to one e-mail in several spellings send ten; the others leave nothing behind', async () => {
    const email = newEmail();
    const units = await Promise.all(Array.from({ length: 50 }, () => newUnit()));
    const answers = await Promise.all(
      units.map((unitId, at) =>
        invite({ unitId, inviteeEmail: at % 2 ? email : email.toUpperCase(), dispatch: ['EMAIL'] }),
      ),
    );
    const statuses = answers.map(outcomeOf).map(String).toSorted();
    expect(statuses).toEqual([...Array<string>(10).fill('201,'), ...Array<string>(40).fill(String(limited))]);
    expect(await countInvites({ unitId: { $in: units } })).toBe(10);
  });

  test('429 has the wait, also for a unit by its label, and creates nothing', async () => {
    const inviteeEmail = newEmail();
    await fill({ inviteeEmail });
    const before = await rows();
    const body = { propertyId, unitLabel: 'Limit 1', inviteeEmail, dispatch: ['EMAIL'] };
    const answer = await refused(body);
    expect(outcomeOf(answer)).toEqual(limited);
    const seconds = Number(answer.headers.get('retry-after'));
    expect([seconds > 86_000, seconds <= 86_400]).toEqual([true, true]);
    expect(await rows()).toEqual(before);
  });

  test('an invite without a dispatch is created, and its dispatch and resend are refused', async () => {
    const inviteeEmail = newEmail();
    await fill({ inviteeEmail });
    const { body } = await invite({ unitId: await newUnit(), inviteeEmail });
    const { id } = body.invite;
    const before = await rows();
    for (const verb of ['dispatch', 'resend'])
      expect(outcomeOf(await post<Problem>(`onboarding/invites/${id}/${verb}`, {}))).toEqual(limited);
    expect(await rows()).toEqual(before);
    expect(await stored(id)).toMatchObject({ deliveries: [], resends: [], version: 1 });
  });

  test('in bulk, only the item over the limit is refused, with the code', async () => {
    const inviteeEmail = newEmail();
    await fill({ inviteeEmail }, 9);
    const invites = [inviteeEmail, inviteeEmail, newEmail()].map(async (email) =>
      invite({ unitId: await newUnit(), inviteeEmail: email }),
    );
    const inviteIds = (await Promise.all(invites)).map(({ body }) => body.invite.id);
    const { body } = await post<{ results: { status: number; code?: string }[] }>(
      'onboarding/invites/bulk/dispatch',
      { inviteIds },
    );
    const [one, two, other] = body.results.map(({ status, code }) => [status, code]);
    expect([one, two].map(String).toSorted()).toEqual(['202,', String(limited)]);
    expect(other).toEqual([202, undefined]);
  });

  test('one recipient over the limit prevents messages to both', async () => {
    const [inviteeEmail, inviteePhone] = [newEmail(), newPhone()];
    await fill({ inviteePhone });
    const { body } = await invite({ unitId: await newUnit(), inviteeEmail, inviteePhone });
    const path = `onboarding/invites/${body.invite.id}/dispatch`;
    expect(outcomeOf(await post<Problem>(path, {}))).toEqual(limited);
    expect((await stored(body.invite.id))?.deliveries).toEqual([]);
    expect((await post(path, { channels: ['EMAIL'] })).status).toBe(202);
  });

  test('another tenant has a separate limit', async () => {
    const inviteeEmail = newEmail();
    await fill({ inviteeEmail });
    const other = await inviteSupport(admin, await newTenantCaller());
    const body = { unitId: await other.newUnit(), inviteeEmail, dispatch: ['EMAIL'] };
    expect((await other.invite(body)).status).toBe(201);
  });
});

describe('not counted', () => {
  test('a repeat of a pending invite, a channel in progress, and a replay', async () => {
    const inviteeEmail = newEmail();
    await fill({ inviteeEmail }, 9);
    const body = { unitId: await newUnit(), inviteeEmail, dispatch: ['EMAIL'] };
    const headers = { 'idempotency-key': newId('event') };
    const send = () => admin.call('POST', '/api/admin/onboarding/invite', { as: caller, body, headers });
    expect((await send()).status).toBe(201);
    for (let each = 0; each < 3; each += 1) {
      expect((await send()).headers.get('idempotency-replayed')).toBe('true');
      const repeated = await invite(body);
      expect(repeated.status).toBe(200);
      expect((await post(`onboarding/invites/${repeated.body.invite.id}/dispatch`, {})).status).toBe(202);
    }
  });

  test('a call refused for another reason: a state is checked before the limit', async () => {
    const inviteeEmail = newEmail();
    await fill({ inviteeEmail });
    const revoked = await invite({ unitId: await newUnit(), inviteeEmail });
    await post(`onboarding/invites/${revoked.body.invite.id}/revoke`, {});
    const answer = await post<Problem>(`onboarding/invites/${revoked.body.invite.id}/dispatch`, {});
    expect(outcomeOf(answer)).toEqual([409, 'invite_revoked']);
  });
});

/** Moves all messages of the tenant back in time. */
async function age(ms: number): Promise<void> {
  const quotas = await RecipientQuotaModel.find({ tenantId }).lean();
  for (const { _id, sent } of quotas) {
    const older = sent.map(({ at }) => ({ at: new Date(at.getTime() - ms) }));
    await RecipientQuotaModel.updateOne({ _id, tenantId }, { $set: { sent: older } });
  }
}

test('thirty messages in seven days: the eleventh waits a day, the 31st a week', async () => {
  const inviteeEmail = newEmail();
  const next = async () => refused({ unitId: await newUnit(), inviteeEmail, dispatch: ['EMAIL'] });
  for (let day = 0; day < 3; day += 1) {
    await fill({ inviteeEmail });
    expect(outcomeOf(await next())).toEqual(limited);
    await age(dayMs);
  }
  const answer = await next();
  expect(outcomeOf(answer)).toEqual(limited);
  expect(Math.round(Number(answer.headers.get('retry-after')) / 86_400)).toBe(4);
  await age(4 * dayMs);
  await fill({ inviteeEmail });
});

test('the counts contain no address, and expire after seven days', async () => {
  const other = await inviteSupport(admin, await newTenantCaller());
  const contacts = { inviteeEmail: newEmail(), inviteePhone: newPhone() };
  await other.invite({ unitId: await other.newUnit(), ...contacts, dispatch: ['EMAIL', 'SMS'] });
  const kept = await RecipientQuotaModel.find({ tenantId: other.tenantId }).lean();
  expect(kept).toHaveLength(2);
  expect(JSON.stringify(kept)).not.toMatch(/limit\.test|\+1202/);
  const days = kept.map(({ sent, expiresAt }) => Number(expiresAt) - Number(sent[0]?.at));
  expect(new Set(days)).toEqual(new Set([7 * dayMs]));
});
