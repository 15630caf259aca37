import { OutboxModel } from '@pas/platform/events/outbox';
import type { Plan } from '@pas/platform/http/plan.schema';
import type { Problem } from '@pas/platform/http/render-error';
import { newId } from '@pas/shared/ids/id';
import { InviteModel } from '@pas/shared/models/invite';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { addApiKey, addProperty, addUnit, newTenantCaller, startAdmin } from './admin-harness.ts';
import { addAccessPoint, addVirtualNumber } from './building-support.ts';
import { countStatements } from './count-statements.ts';
import { eventsOf, inviteSupport } from './invite-support.ts';
import { addDevice, addHome, addSession, addUser } from './user-support.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();
const { tenantId, propertyId, newUnit, invite } = await inviteSupport(admin, caller);

type Answer = {
  plan: z.output<typeof Plan>;
  results: { inviteId: string; status: number; code?: string }[];
} & Problem & { details: { hash: string; expiresAt: string } };

interface Call {
  method?: 'DELETE' | 'POST';
  as?: typeof caller;
  body?: object;
  headers?: Record<string, string>;
}

const send = (path: string, { method = 'DELETE', as = caller, ...rest }: Call = {}) =>
  admin.call<Answer>(method, `/api/admin/${path}`, { as, ...rest });
const planOf = async (path: string, call: Call = {}) => (await send(`${path}?dryRun=true`, call)).body.plan;
const countsOf = ({ effects }: Answer['plan']) =>
  Object.fromEntries(effects.map(({ kind, count }) => [kind, count]));

async function invited(unitId: string): Promise<string> {
  const { body } = await invite({
    unitId,
    inviteeEmail: `${newId('user')}@plan.test`,
    inviteeName: 'Kim Lee',
  });
  return body.invite.id;
}

/** Returns a unit with pending invites. */
async function unitWithInvites(count: number): Promise<{ unitId: string; inviteIds: string[] }> {
  const unitId = await newUnit();
  const inviteIds: string[] = [];
  while (inviteIds.length < count) inviteIds.push(await invited(unitId));
  return { unitId, inviteIds };
}

describe('?dryRun=true', () => {
  test('lists the unit and its invites, five as examples, and ends in 15 minutes', async () => {
    const { unitId, inviteIds } = await unitWithInvites(6);
    const before = Date.now();
    const plan = await planOf(`units/${unitId}`);
    expect(plan).toMatchObject({ operation: 'deleteUnit' });
    expect(countsOf(plan)).toEqual({ unit: 1, invite: 6 });
    const [unit, invites] = plan.effects;
    expect(unit?.examples).toEqual([{ id: unitId, label: expect.stringContaining('Unit') as string }]);
    expect(invites?.examples).toHaveLength(5);
    for (const { id, label } of invites?.examples ?? []) {
      expect(inviteIds).toContain(id);
      expect(label).toBe('Kim Lee');
    }
    const lifeMs = Date.parse(plan.expiresAt) - before;
    expect(Math.round(lifeMs / 60_000)).toBe(15);
  });

  test('lists the residences, sessions and devices that end with a user, and the unit', async () => {
    const user = await addUser(admin, caller, { firstName: 'Clara', lastName: 'Reyes' });
    await addHome(admin, caller, { userId: user.id, unitId: await newUnit() });
    await addSession(user);
    await addDevice(user);
    const plan = await planOf(`users/${user.id}`);
    expect(countsOf(plan)).toEqual({ user: 1, residence: 1, unit: 1, session: 1, device: 1 });
    expect(plan.effects[0]?.examples).toEqual([{ id: user.id, label: 'Clara Reyes' }]);
  });

  test('names a person before their values are erased', async () => {
    const user = await addUser(admin, caller, { firstName: 'Clara', lastName: 'Reyes' });
    const plan = await planOf(`users/${user.id}/erase`, { method: 'POST' });
    expect(plan.effects).toEqual([
      { kind: 'user', count: 1, examples: [{ id: user.id, label: 'Clara Reyes' }] },
    ]);
  });

  test('lists the keys of a door and the numbers that lose it', async () => {
    const door = await addAccessPoint(admin, caller, { propertyId });
    await send(`access-points/${door.id}/controller-key`, { method: 'POST' });
    const number = await addVirtualNumber(admin, caller);
    const body = { propertyId, accessPointId: door.id };
    await send(`virtual-numbers/${number.id}/assign`, { method: 'POST', body });
    const plan = await planOf(`access-points/${door.id}`);
    expect(countsOf(plan)).toEqual({ access_point: 1, virtual_number: 1, controller_key: 1 });
  });

  test('gives the refusal of the operation itself: 409 has_children, 412, 404', async () => {
    const property = await addProperty(admin, caller);
    const unit = await addUnit(admin, caller, property.id);
    const answers = [
      await send(`properties/${property.id}?dryRun=true`),
      await send(`units/${unit.id}?dryRun=true`, { headers: { 'If-Match': '"7"' } }),
      await send(`units/${newId('unit')}?dryRun=true`),
    ];
    expect(answers.map(({ body }) => body.code)).toEqual(['has_children', 'version_mismatch', 'not_found']);
  });

  test('shows no labels to a caller without the read scope of a kind', async () => {
    const { unitId } = await unitWithInvites(1);
    const as = { ...caller, scopes: ['units:write'] };
    const plan = await planOf(`units/${unitId}`, { as });
    expect(plan.effects.map(({ examples }) => examples[0]?.label)).toEqual([null, null]);
  });

  test('is 404 for a caller who is restricted to another property', async () => {
    const { unitId } = await unitWithInvites(1);
    const as = { ...caller, propertyIds: [newId('property')] };
    expect((await send(`units/${unitId}?dryRun=true`, { as })).status).toBe(404);
  });

  test('executes a bounded number of statements for 12 invites of a unit', async () => {
    const { unitId } = await unitWithInvites(3);
    const { unitId: crowded } = await unitWithInvites(12);
    const few = await countStatements(() => planOf(`units/${unitId}`));
    const many = await countStatements(() => planOf(`units/${crowded}`));
    const real = await countStatements(() => send(`units/${crowded}`));
    expect(many.count - few.count).toBeLessThanOrEqual(9);
    expect(many.count).toBeLessThanOrEqual(real.count + 4);
  });
});

describe('?plan=', () => {
  test('409 plan_changed with the present hash after an invite was added, which then works', async () => {
    const { unitId } = await unitWithInvites(1);
    const { hash } = await planOf(`units/${unitId}`);
    await invited(unitId);
    const refused = await send(`units/${unitId}?plan=${hash}`);
    expect([refused.status, refused.body.code]).toEqual([409, 'plan_changed']);
    const { details } = refused.body;
    expect(details.hash).not.toBe(hash);
    expect((await send(`units/${unitId}?plan=${details.hash}`)).status).toBe(204);
    expect(await InviteModel.countDocuments({ tenantId, unitId, status: 'PENDING' })).toBe(0);
  });

  test('409 after a change of the unit itself', async () => {
    const unitId = await newUnit();
    const { hash } = await planOf(`units/${unitId}`);
    await admin.call('PATCH', `/api/admin/units/${unitId}`, { as: caller, body: { floor: '9' } });
    expect((await send(`units/${unitId}?plan=${hash}`)).body.code).toBe('plan_changed');
  });

  test('409 for the plan of another unit, of another operation and of another reason', async () => {
    const unitId = await newUnit();
    const unit = await planOf(`units/${await newUnit()}`);
    const key = await addApiKey(admin, caller);
    const revoked = await planOf(`api-keys/${key.id}`);
    const why = await planOf(`api-keys/${key.id}/revoke`, { method: 'POST', body: { reason: 'leaked' } });
    const calls = [
      await send(`units/${unitId}?plan=${unit.hash}`),
      await send(`api-keys/${key.id}/revoke?plan=${revoked.hash}`, { method: 'POST', body: {} }),
      await send(`api-keys/${key.id}/revoke?plan=${why.hash}`, { method: 'POST', body: { reason: 'old' } }),
    ];
    expect(calls.map(({ status }) => status)).toEqual([409, 409, 409]);
  });

  test('409 after the end of the plan, and 422 for a text that is not a hash', async () => {
    const unitId = await newUnit();
    const { hash } = await planOf(`units/${unitId}`);
    const digest = hash.slice(hash.indexOf('-'));
    const ended = `${Math.floor(Date.now() / 1000 - 1).toString(36)}${digest}`;
    expect((await send(`units/${unitId}?plan=${ended}`)).status).toBe(409);
    for (const text of ['x', `${hash}0`, `${hash}%00`, `%E2%80%AE${hash}`, 'a'.repeat(5000)]) {
      expect((await send(`units/${unitId}?plan=${text}`)).status).toBe(422);
    }
    expect((await send(`units/${unitId}?plan=${hash}&plan=${hash}`)).status).toBe(422);
  });

  test('one of fifty concurrent commits of a plan deletes the unit, no other one succeeds', async () => {
    const { unitId, inviteIds } = await unitWithInvites(2);
    const { hash } = await planOf(`units/${unitId}`);
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(`units/${unitId}?plan=${hash}`)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 204)).toHaveLength(1);
    expect(new Set(statuses.filter((status) => status !== 204)).isSubsetOf(new Set([404, 409, 503]))).toBe(
      true,
    );
    const records = { 'envelope.data.action': 'unit.deleted', 'envelope.data.targets.id': unitId };
    expect(await OutboxModel.countDocuments(records)).toBe(1);
    for (const id of inviteIds) expect(await eventsOf(id)).toEqual(['created', 'revoked']);
  });
});

describe('a bulk call', () => {
  const bulk = (verb: string, inviteIds: readonly string[], query: string, headers = {}) =>
    send(`onboarding/invites/bulk/${verb}?${query}`, { method: 'POST', body: { inviteIds }, headers });
  const bulkPlan = async (verb: string, ids: readonly string[]) =>
    (await bulk(verb, ids, 'dryRun=true')).body.plan;

  test('lists invites, messages and refused items, and sends exactly these', async () => {
    const { inviteIds } = await unitWithInvites(6);
    const [revoked = '', ...pending] = inviteIds;
    await send(`onboarding/invites/${revoked}`);
    const plan = await bulkPlan('dispatch', inviteIds);
    expect(countsOf(plan)).toEqual({ refused: 1, invite: 5, email: 5 });
    const [refused] = plan.effects;
    expect(refused?.examples).toEqual([{ id: revoked, label: 'invite_revoked' }]);
    const { body } = await bulk('dispatch', inviteIds, `plan=${plan.hash}`);
    expect(body.results.map(({ status }) => status)).toEqual([409, 202, 202, 202, 202, 202]);
    for (const id of pending) expect(await eventsOf(id)).toEqual(['created', 'dispatched']);
  });

  test('409 plan_changed when one of its items has changed, and nothing is sent', async () => {
    const { inviteIds } = await unitWithInvites(3);
    const plan = await bulkPlan('resend', inviteIds);
    await send(`onboarding/invites/${inviteIds[2]}`);
    const refused = await bulk('resend', inviteIds, `plan=${plan.hash}`, {
      'Idempotency-Key': 'resend-once',
    });
    expect([refused.status, refused.body.code]).toEqual([409, 'plan_changed']);
    expect(await eventsOf(inviteIds[0] ?? '')).toEqual(['created']);
    const again = await bulk('resend', inviteIds, `plan=${refused.body.details.hash}`);
    expect(again.body.results.map(({ status }) => status)).toEqual([202, 202, 409]);
  });

  test('a repeat with its Idempotency-Key answers the stored outcomes', async () => {
    const { inviteIds } = await unitWithInvites(2);
    const { hash } = await bulkPlan('revoke', inviteIds);
    const headers = { 'Idempotency-Key': 'revoke-planned' };
    const first = await bulk('revoke', inviteIds, `plan=${hash}`, headers);
    const second = await bulk('revoke', inviteIds, `plan=${hash}`, headers);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(second.body.results).toEqual(first.body.results);
    for (const id of inviteIds) expect(await eventsOf(id)).toEqual(['created', 'revoked']);
  });

  test('each of fifty concurrent commits of a plan revokes an invite at most once', async () => {
    const { inviteIds } = await unitWithInvites(1);
    const { hash } = await bulkPlan('revoke', inviteIds);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => bulk('revoke', inviteIds, `plan=${hash}`)),
    );
    const done = answers.filter(({ body }) => body.results?.[0]?.status === 200);
    expect(done).toHaveLength(1);
    expect(await eventsOf(inviteIds[0] ?? '')).toEqual(['created', 'revoked']);
  });
});
