import { ControlOutboxModel } from '@pas/platform/events/outbox';
import { OperatorSessionModel, type OperatorSessionRow } from '@pas/shared/models/operator-session';
import { roleScopes } from '@pas/shared/principal/scopes';
import { beforeEach, describe, expect, test } from 'vitest';
import { newTenantCaller, startAdmin } from './admin-harness.ts';
import { operatorSessionRow } from './operator-session-row.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();
const other = await newTenantCaller();

interface SessionsAnswer {
  staffSessions: { id: string; isCurrent: boolean }[];
  total: number;
}

async function addSession(
  fields: Partial<OperatorSessionRow> = {},
  of = caller,
): Promise<OperatorSessionRow> {
  const row = operatorSessionRow(of.tenantId ?? '', fields);
  await OperatorSessionModel.insertMany([row]);
  return row;
}

const list = (query = '', as = caller) =>
  admin.call<SessionsAnswer>('GET', `/api/admin/staff-sessions${query}`, { as });
const idsOf = async (query?: string): Promise<string[]> =>
  (await list(query)).body.staffSessions.map(({ id }) => id);
const end = (id: string, as = caller) => admin.call('DELETE', `/api/admin/staff-sessions/${id}`, { as });

beforeEach(() => OperatorSessionModel.deleteMany({}));

describe('the sessions of staff', () => {
  test('list the live ones of the company with person, browser and end', async () => {
    const row = await addSession();
    await addSession({ revokedAt: new Date() });
    await addSession({ idleExpiresAt: new Date() });
    await addSession({ absoluteExpiresAt: new Date() });
    await addSession({}, other);
    const { status, body } = await list('', { ...caller, sessionId: row._id });
    expect([status, body.total]).toEqual([200, 1]);
    expect(body.staffSessions[0]).toEqual({
      id: row._id,
      staff: { id: 'person_1', email: 'dana@harbor.test', name: 'Dana Reed', role: 'OWNER' },
      userAgent: 'Firefox',
      ip: '192.0.2.1',
      createdAt: row.createdAt.toISOString(),
      lastUsedAt: row.lastUsedAt.toISOString(),
      expiresAt: row.idleExpiresAt.toISOString(),
      isCurrent: true,
    });
  });

  test('list those of one e-mail in any case, without those of staff with no verified e-mail', async () => {
    const dana = await addSession();
    const lee = await addSession({ email: 'Lee@harbor.test' });
    await addSession({ email: null });
    expect(await idsOf('?email=lee@HARBOR.test')).toEqual([lee._id]);
    expect(await idsOf('?email=dana@harbor.test')).toEqual([dana._id]);
    expect(await idsOf('?email=nobody@harbor.test')).toEqual([]);
  });

  test('end with 204 and a record that names the person; 404 for one that has ended', async () => {
    const row = await addSession();
    expect((await end(row._id)).status).toBe(204);
    expect((await OperatorSessionModel.findById(row._id).lean())?.revokedAt).toBeInstanceOf(Date);
    const records = await ControlOutboxModel.find({ 'envelope.data.targets.id': row._id }).lean();
    expect(records.map(({ envelope }) => envelope.data)).toMatchObject([
      {
        action: 'session.revoked',
        targets: [
          { type: 'operator_session', id: row._id },
          { type: 'staff', id: 'person_1' },
        ],
      },
    ]);
    expect((await end(row._id)).status).toBe(404);
  });

  test('are 403 for managers, support and callers of some properties, and 404 for another company', async () => {
    const row = await addSession();
    for (const role of ['MANAGER', 'FRONT_DESK', 'SUPPORT'] as const) {
      const as = { ...caller, scopes: roleScopes[role] };
      expect([role, (await list('', as)).status, (await end(row._id, as)).status]).toEqual([role, 403, 403]);
    }
    const restricted = { ...caller, propertyIds: ['prop_01kb3rt9d5e0p8m6q2v7x4hzjn'] };
    expect(await end(row._id, restricted)).toMatchObject({
      status: 403,
      body: { code: 'property_not_allowed' },
    });
    expect((await list('', restricted)).status).toBe(403);
    expect((await end(row._id, other)).status).toBe(404);
  });
});
