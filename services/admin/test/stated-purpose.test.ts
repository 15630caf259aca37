import { AuditRecordModel } from '@pas/shared/models/audit-record';
import { OutboxModel } from '@pas/platform/events/outbox';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { AuditRecord } from '../src/resources/audit/audit-record.schema.ts';
import { newTenantCaller, startAdmin } from './admin-harness.ts';
import { sealOutbox } from './seal-outbox.ts';
import { addUser, type UserAnswer } from './user-support.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();
const tenantId = caller.tenantId ?? '';

interface Refusal {
  code: string;
  errors: { path: string; code: string }[];
}

/** Writes a header as a client does that sends UTF-8. */
const asUtf8 = (text: string): string => Buffer.from(text).toString('latin1');

const rename = (id: string, headers: Record<string, string>) =>
  admin.call<UserAnswer & Refusal>('PATCH', `/api/admin/users/${id}`, {
    as: caller,
    body: { firstName: `Jordan ${headers['X-Correlation-Id'] ?? ''}` },
    headers,
  });

/** Reads the sealed records of a user's changes. */
async function changesOf(id: string): Promise<z.output<typeof AuditRecord>[]> {
  await sealOutbox(tenantId);
  const path = `/api/admin/audit?targetId=${id}&action=user.updated`;
  const answer = await admin.call<{ auditRecords: z.output<typeof AuditRecord>[] }>('GET', path, {
    as: caller,
  });
  return answer.body.auditRecords;
}

describe('X-Pas-On-Behalf-Of and X-Pas-Reason', () => {
  test.each([
    ['Kim Lee', 'Ticket 4711', 'Kim Lee', 'Ticket 4711'],
    [asUtf8('Zoë 李'), asUtf8('Schlüssel verloren'), 'Zoë 李', 'Schlüssel verloren'],
    ['Zo\u00EB', '  padded  ', 'Zoë', 'padded'],
    [asUtf8('a\u202Eb'), asUtf8('\u200B'), 'ab', null],
    ['x'.repeat(200), 'y'.repeat(500), 'x'.repeat(200), 'y'.repeat(500)],
  ])('%s and %s are shown by the audit record', async (onBehalfOf, reason, shownName, shownReason) => {
    const user = await addUser(admin, caller);
    await rename(user.id, { 'X-Pas-On-Behalf-Of': onBehalfOf, 'X-Pas-Reason': reason });
    const [record] = await changesOf(user.id);
    expect(record?.context).toMatchObject({ onBehalfOf: shownName, reason: shownReason });
  });

  test('null in the record of a request without them', async () => {
    const user = await addUser(admin, caller);
    await rename(user.id, {});
    const [record] = await changesOf(user.id);
    expect(record?.context).toMatchObject({ onBehalfOf: null, reason: null });
  });

  test('a member of staff states a purpose too', async () => {
    const user = await addUser(admin, caller);
    const staff = { ...caller, kind: 'staff' as const, id: 'person_1', name: 'Dana Reed' };
    const headers = { 'X-Pas-On-Behalf-Of': 'Kim Lee', 'X-Pas-Reason': 'Ticket 4712' };
    const body = { firstName: 'Jordan' };
    await admin.call('PATCH', `/api/admin/users/${user.id}`, { as: staff, body, headers });
    const [record] = await changesOf(user.id);
    expect(record?.context).toMatchObject({ onBehalfOf: 'Kim Lee', reason: 'Ticket 4712' });
  });

  test('a record without these fields is sealed without them, and its chain is valid', async () => {
    const user = await addUser(admin, caller);
    await rename(user.id, {});
    const submitted = { tenantId, 'envelope.data.targets.id': user.id };
    const fields = { 'envelope.data.context.onBehalfOf': 1, 'envelope.data.context.reason': 1 };
    await OutboxModel.collection.updateMany(submitted, { $unset: fields });
    const [record] = await changesOf(user.id);
    expect(Object.keys(record?.context ?? {}).filter((name) => /behalf|reason/i.test(name))).toEqual([]);
    const { body } = await admin.call<{ verification: { valid: boolean; complete: boolean } }>(
      'GET',
      '/api/admin/audit/verify',
      { as: caller },
    );
    expect(body.verification).toMatchObject({ valid: true, complete: true });
  });

  test.each([
    ['X-Pas-On-Behalf-Of', 'x'.repeat(201), 'too_big'],
    ['X-Pas-Reason', 'x'.repeat(501), 'too_big'],
    ['X-Pas-Reason', 'x'.repeat(10_000), 'too_big'],
    ['X-Pas-Reason', 'a\tb', 'invalid_format'],
    ['X-Pas-On-Behalf-Of', asUtf8('a\u0085b'), 'invalid_format'],
  ])('422 for %s that is too long or has control characters', async (name, value, code) => {
    const user = await addUser(admin, caller);
    const { status, body } = await rename(user.id, { [name]: value });
    expect([status, body.code, body.errors]).toMatchObject([
      422,
      'validation_failed',
      [{ path: name, code }],
    ]);
  });

  test('are stored beside the chain, and erased with the person that the request changed', async () => {
    const user = await addUser(admin, caller);
    await rename(user.id, { 'X-Pas-On-Behalf-Of': 'Erasable Kim', 'X-Pas-Reason': 'Erasable reason' });
    expect(await changesOf(user.id)).toHaveLength(1);
    const sealed = JSON.stringify(await AuditRecordModel.find({ tenantId }).lean());
    expect(sealed).not.toContain('Erasable');

    const erased = await admin.call('POST', `/api/admin/users/${user.id}/erase`, { as: caller });
    expect(erased.status).toBe(200);
    const [record] = await changesOf(user.id);
    expect(record?.context).toMatchObject({ onBehalfOf: null, reason: null });
    expect(JSON.stringify(await OutboxModel.find({ tenantId }).lean())).not.toContain('Erasable');
    const verified = await admin.call('GET', '/api/admin/audit/verify', { as: caller });
    expect(verified.body).toMatchObject({ verification: { valid: true } });
  });
});
