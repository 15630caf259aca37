import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { OutboxModel } from '@pas/platform/events/outbox';
import { createLogger } from '@pas/platform/log/logger';
import { residentActor } from '@pas/shared/accounts/resident-actor';
import { commit } from '@pas/shared/change/commit';
import { workContext } from '@pas/shared/context/work-context';
import { PersonalDigest } from '@pas/shared/events/areas/audit';
import { AuditPersonalValueModel } from '@pas/shared/models/audit-personal-value';
import { AuditRecordModel } from '@pas/shared/models/audit-record';
import { UserModel } from '@pas/shared/models/user';
import { userRow } from '@pas/testing/rows';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { AuditRecord } from '../src/resources/audit/audit-record.schema.ts';
import { addProperty, addUnit, newTenantCaller, startAdmin, type InviteAnswer } from './admin-harness.ts';
import { sealOutbox } from './seal-outbox.ts';

type Records = { auditRecords: z.output<typeof AuditRecord>[]; total: number };

const list = (query: string, as = caller) => admin.call<Records>('GET', `/api/admin/audit${query}`, { as });

const log = createLogger({ service: 'admin', environment: 'TEST', level: 'silent' });
const worker = { service: 'admin', name: 'Test', environment: 'TEST', events: leaveToSweeper, log };

const admin = await startAdmin();
const caller = await newTenantCaller();
const property = await addProperty(admin, caller);
const unitId = (await addUnit(admin, caller, property.id)).id;
const body = { unitId, inviteeEmail: 'jordan@example.test', inviteePhone: '+12025550123' };
const headers = { 'X-Correlation-Id': 'audit-invite-1' };
await admin.call<InviteAnswer>('POST', '/api/admin/onboarding/invite', { as: caller, body, headers });
await admin.call('GET', '/api/admin/units', { as: { ...caller, scopes: ['calls:read'] } });
await sealOutbox(caller.tenantId ?? '');

describe('GET /api/admin/audit', () => {
  test('200 shows a restricted key only records about its properties', async () => {
    const one = await list('?action=property.created');
    const propertyIds = one.body.auditRecords.flatMap(({ targets }) => targets.map(({ id }) => id ?? ''));
    const inside = await list('?sort=seq', { ...caller, propertyIds });
    expect(inside.body.auditRecords.map(({ action }) => action)).toEqual([
      'property.created',
      'unit.created',
      'invite.created',
    ]);
    const outside = { ...caller, propertyIds: ['prop_01kb3rt9d5e0p8m6q2v7x4hzjn'] };
    expect((await list('', outside)).body).toMatchObject({ auditRecords: [], total: 0 });
    const path = `/api/admin/audit/${one.body.auditRecords[0]?.id}`;
    expect((await admin.call('GET', path, { as: { ...caller, propertyIds } })).status).toBe(200);
    expect((await admin.call('GET', path, { as: outside })).status).toBe(404);
  });

  test('200 shows the chain from its first record, each linked to its predecessor', async () => {
    const { body } = await list('?sort=seq');
    expect(body.auditRecords.map(({ seq, action }) => [seq, action])).toEqual([
      [1, 'property.created'],
      [2, 'unit.created'],
      [3, 'invite.created'],
      [4, 'request.denied'],
    ]);
    const [first, second] = body.auditRecords;
    expect(first?.prevHash).toBe('0'.repeat(64));
    expect(second?.prevHash).toBe(first?.hash);
  });

  test.each([
    ['action=unit.created', [2]],
    ['outcome=DENIED', [4]],
    ['targetType=unit', [2, 4]],
    ['targetType=unit&outcome=SUCCESS', [2]],
    ['correlationId=audit-invite-1', [3]],
    ['actorType=RESIDENT', []],
    ['from=2999-01-01T00:00:00Z', []],
    ['to=2999-01-01T00:00:00%2B02:00&sort=seq', [1, 2, 3, 4]],
  ])('200 narrows by %s', async (query, seqs) => {
    const { body } = await list(`?${query}`);
    expect(body.auditRecords.map(({ seq }) => seq).toSorted((a, b) => a - b)).toEqual(seqs);
  });

  test('200 shows the request and the reason of a refusal, and only of refusals', async () => {
    const { body } = await list('?sort=seq');
    expect(body.auditRecords.map(({ denial }) => denial)).toEqual([
      null,
      null,
      null,
      { code: 'insufficient_scope', scope: 'units:read', method: 'GET', route: '/api/admin/units' },
    ]);
    expect(body.auditRecords[3]).toMatchObject({ targets: [{ type: 'unit', id: null }], changes: [] });
  });

  test('200 narrows by actor and target', async () => {
    expect((await list(`?actorId=${caller.id}`)).body.total).toBe(4);
    expect((await list(`?targetId=${unitId}`)).body.auditRecords).toMatchObject([{ action: 'unit.created' }]);
  });

  test('422 for a time without an offset', async () => {
    const answer = await admin.call('GET', '/api/admin/audit?from=2026-01-01T00:00:00', { as: caller });
    expect(answer).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'from', code: 'invalid_format' }] },
    });
  });

  test('another tenant sees no records', async () => {
    expect((await list('', await newTenantCaller())).body).toMatchObject({ auditRecords: [], total: 0 });
  });
});

describe('GET /api/admin/audit/{id}', () => {
  test('200 reveals personal values from beside the chain until they are erased', async () => {
    const { body } = await list('?action=invite.created');
    const path = `/api/admin/audit/${body.auditRecords[0]?.id}`;
    const read = async () => {
      const answer = await admin.call<{ auditRecord: z.output<typeof AuditRecord> }>('GET', path, {
        as: caller,
      });
      return answer.body.auditRecord.changes.find((change) => change.path === 'inviteeEmail')?.after;
    };
    expect(await read()).toBe('jordan@example.test');
    await AuditPersonalValueModel.deleteMany({ tenantId: caller.tenantId ?? '' });
    expect(PersonalDigest.safeParse(await read()).success).toBe(true);
  });

  test('200 names an acting resident, with the erasable name and address stored beside the chain', async () => {
    const tenantId = (await newTenantCaller()).tenantId ?? '';
    const as = { ...caller, tenantId };
    const user = userRow(tenantId, { firstName: 'Jordan', lastName: 'Reyes' });
    await UserModel.insertMany([user]);
    const ctx = { ...workContext(worker, tenantId), client: { ip: '203.0.113.7', userAgent: 'Portal/1.0' } };
    await commit(ctx, async (change) => {
      const targets = [{ type: 'user', id: user._id }];
      change.record({ action: 'user.updated', actor: residentActor(user._id), targets });
    });
    const submitted = await OutboxModel.find({ tenantId }).lean();
    expect(JSON.stringify(submitted)).not.toContain('Jordan');
    await sealOutbox(tenantId);

    const sealed = JSON.stringify(await AuditRecordModel.find({ tenantId }).lean());
    for (const value of ['Jordan', '203.0.113.7', 'Portal/1.0']) expect(sealed).not.toContain(value);
    const { body } = await list('', as);
    expect(body.auditRecords).toMatchObject([
      {
        actor: { type: 'RESIDENT', id: user._id, name: 'Jordan Reyes' },
        context: { ip: '203.0.113.7', userAgent: 'Portal/1.0' },
        digests: [{ pointer: '/actor/name' }, { pointer: '/context/ip' }, { pointer: '/context/userAgent' }],
      },
    ]);
    await AuditPersonalValueModel.deleteMany({ tenantId });
    const erased = await list('', as);
    expect(erased.body.auditRecords).toMatchObject([
      { actor: { name: 'erased' }, context: { ip: null, userAgent: null } },
    ]);
    const { body: verified } = await admin.call('GET', '/api/admin/audit/verify', { as });
    expect(verified).toMatchObject({ verification: { valid: true, complete: true, checked: 1 } });
  });

  test('404 for another tenant’s record', async () => {
    const { body } = await list('');
    const as = await newTenantCaller();
    expect((await admin.call('GET', `/api/admin/audit/${body.auditRecords[0]?.id}`, { as })).status).toBe(
      404,
    );
  });
});
