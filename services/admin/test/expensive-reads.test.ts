import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { newId } from '@pas/shared/ids/id';
import { AuditHeadModel } from '@pas/shared/models/audit-head';
import { AuditRecordModel, type AuditRecordRow } from '@pas/shared/models/audit-record';
import type { Principal } from '@pas/shared/principal/principal';
import { afterEach, expect, test } from 'vitest';
import { addProperty, adminDependencies, newTenantCaller, startAdmin } from './admin-harness.ts';
import { adminRoutes } from '../src/routes.ts';
import { sealOutbox } from './seal-outbox.ts';

const path = '/api/admin/audit/export';
const admin = await startAdmin();
const open: IncomingMessage[] = [];

afterEach(() => {
  for (const answer of open.splice(0)) answer.destroy();
});

/**
 * Creates a tenant whose export exceeds the connection's buffers, so that its duration depends on the reader.
 */
async function newTenantWithLongAudit(): Promise<Principal> {
  const caller = await newTenantCaller();
  const tenantId = caller.tenantId ?? '';
  await addProperty(admin, caller);
  await sealOutbox(tenantId);
  const sealed = await AuditRecordModel.findOne({ tenantId }).lean<AuditRecordRow>();
  if (!sealed) throw new Error('nothing was sealed');
  const { record } = sealed;
  const changes = [{ path: 'name', before: null, after: 'x'.repeat(20_000) }];
  const rows = Array.from({ length: 800 }, (_, at) => ({
    ...sealed,
    _id: newId('auditRecord'),
    eventId: newId('event'),
    seq: at + 2,
    hash: `${at}`,
    record: { ...record, changes },
  }));
  await AuditRecordModel.insertMany(rows);
  await AuditHeadModel.updateOne({ _id: tenantId }, { $set: { seq: 801 } });
  return caller;
}

/** Starts an export and reads only its headers. */
async function beginExport(as: Principal): Promise<number> {
  const headers = await admin.headersFor(as);
  const request = get(`${admin.url}${path}`, { headers, agent: false });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  open.push(answer);
  return answer.statusCode ?? 0;
}

test('one tenant has at most two concurrent exports; other tenants and lists are not affected', async () => {
  const [greedy, other] = await Promise.all([newTenantWithLongAudit(), newTenantWithLongAudit()]);
  const statuses = await Promise.all(Array.from({ length: 20 }, () => beginExport(greedy)));
  expect(statuses.toSorted((a, b) => a - b).slice(0, 3)).toEqual([200, 200, 429]);
  expect(await beginExport(other)).toBe(200);
  const headers = { accept: 'text/csv' };
  const [refused, table] = await Promise.all([
    admin.call('GET', '/api/admin/audit/verify', { as: greedy }),
    admin.call('GET', '/api/admin/units', { as: greedy, headers }),
  ]);
  expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  expect(refused.headers.get('retry-after')).toBe('1');
  expect(table).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  expect((await admin.call('GET', '/api/admin/audit', { as: greedy })).status).toBe(200);
  for (const answer of open.splice(0)) answer.destroy();
  expect((await admin.call('GET', '/api/admin/audit/verify', { as: greedy })).status).toBe(200);
});

test('four exports run at once, and a fifth tenant gets 503 if none ends in time', async () => {
  const callers = await Promise.all(Array.from({ length: 5 }, newTenantWithLongAudit));
  const statuses = await Promise.all(callers.map((caller) => beginExport(caller)));
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 200, 200, 503]);
});

test('exports, checks, analytics, summaries and bulk calls are the expensive routes', () => {
  const expensive = adminRoutes(adminDependencies).filter((route) => route.isExpensive);
  expect(expensive.map((route) => route.path).toSorted()).toEqual([
    '/api/admin/analytics',
    '/api/admin/analytics/access',
    '/api/admin/analytics/calls',
    '/api/admin/analytics/onboarding',
    '/api/admin/audit/export',
    '/api/admin/audit/verify',
    '/api/admin/onboarding/invites/bulk/create',
    '/api/admin/onboarding/invites/bulk/dispatch',
    '/api/admin/onboarding/invites/bulk/resend',
    '/api/admin/onboarding/invites/bulk/revoke',
    '/api/admin/properties/summaries',
    '/api/admin/users/{id}/data-export',
  ]);
});
