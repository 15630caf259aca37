import { messageOf } from '@pas/platform/events/message-of';
import { createHash } from 'node:crypto';

import { beforeEach, describe, expect, test } from 'vitest';

import { fieldChanges } from '@pas/shared/audit/field-changes';
import { personalDigest } from '@pas/shared/audit/personal-digest';
import { recordDenial } from '@pas/shared/audit/record-denial';
import { insufficientScope } from '@pas/platform/errors/raise';
import { withTrace } from '@pas/platform/trace/trace';
import { catalogue, type EventType } from '@pas/shared/events/catalogue';
import { commit, commitControl, type Change } from '@pas/shared/change/commit';
import { Envelope } from '@pas/platform/events/envelope';
import { ControlOutboxModel, OutboxModel, type OutboxRow } from '@pas/platform/events/outbox';
import { newId } from '@pas/shared/ids/id';
import { AuditPersonalValueModel, type AuditPersonalValueRow } from '@pas/shared/models/audit-personal-value';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { useDatabases } from '@pas/testing/test-databases';

import { operationContext } from '../operation.ts';
import { userRow } from '@pas/testing/rows';

const tenantId = newId('tenant');
const ctx = operationContext(tenantId);
const audited = {
  fields: ['email', 'phone', 'firstName', 'status'],
  personal: ['email', 'phone', 'firstName'],
};
const contact = { email: 'canary@example.test', phone: '+12025550123', firstName: 'Canary' };

const databases = await useDatabases();
beforeEach(() => databases.clear());

const outbox = () => OutboxModel.find().sort({ subject: 1 }).lean<OutboxRow[]>();
const personalValues = () => AuditPersonalValueModel.find({ tenantId }).lean<AuditPersonalValueRow[]>();

/** Makes a user as an operation does: the row, an event, a record. */
async function makeUser(change: Change, user: UserRow): Promise<UserRow> {
  await UserModel.insertMany([user], { session: change.session });
  change.publish({
    type: 'pas.v1.onboarding.residence.started',
    subject: newId('residence'),
    data: {
      aggregateVersion: 1,
      userId: user._id,
      residenceId: newId('residence'),
      propertyId: newId('property'),
      unitId: newId('unit'),
      inviteId: null,
    },
  });
  change.record({
    action: 'user.created',
    targets: [{ type: 'user', id: user._id }],
    changes: fieldChanges(null, user, audited),
  });
  return user;
}

describe('a change', () => {
  test('is stored with its events and its record, which carry the context of the request', async () => {
    const trace = {
      correlationId: 'trace-of-the-test',
      traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
    };
    const user = userRow(tenantId, contact);
    expect(await withTrace(trace, () => commit(ctx, (change) => makeUser(change, user)))).toBe(user);

    const rows = await outbox();
    expect(rows.map(({ subject }) => subject)).toEqual([
      'pas.v1.audit.record.submitted',
      'pas.v1.onboarding.residence.started',
    ]);
    for (const row of rows) {
      expect(row).toMatchObject({ environment: 'TEST', tenantId, state: 'new', sentAt: null });
      const envelope = Envelope.strict().parse(row.envelope);
      expect(envelope).toMatchObject({
        id: row._id,
        type: row.subject,
        source: 'admin',
        tenantid: tenantId,
        time: ctx.now.toISOString(),
        correlationid: trace.correlationId,
        traceparent: trace.traceparent,
      });
      expect(catalogue[row.subject as EventType].safeParse(envelope.data).success).toBe(true);
    }
    expect(rows[0]?.envelope.data).toMatchObject({
      action: 'user.created',
      outcome: 'SUCCESS',
      actor: { type: 'API_KEY', id: 'key_test', name: 'Test key' },
      targets: [{ type: 'user', id: user._id }],
      context: { ip: '127.0.0.1', userAgent: 'test', environment: 'TEST', service: 'admin' },
      occurredAt: ctx.now.toISOString(),
    });
  });

  test('that fails leaves no row, no event, no record and no personal value', async () => {
    const failed = commit(ctx, async (change) => {
      await makeUser(change, userRow(tenantId, contact));
      throw new Error('at the very end');
    });
    await expect(failed).rejects.toThrow('at the very end');
    expect(await UserModel.countDocuments({ tenantId })).toBe(0);
    expect(await outbox()).toEqual([]);
    expect(await personalValues()).toEqual([]);
  });

  test('publishes its events once after a retry', async () => {
    const user = userRow(tenantId);
    await UserModel.insertMany([user]);
    const changes = Array.from({ length: 15 }, () =>
      commit(ctx, async (change) => {
        const update = { $inc: { version: 1 } };
        await UserModel.updateOne({ _id: user._id, tenantId }, update, { session: change.session });
        await makeUser(change, userRow(tenantId, { ...contact, emailKey: null }));
      }),
    );
    await Promise.all(changes);
    expect(await OutboxModel.countDocuments()).toBe(30);
    expect(await personalValues()).toHaveLength(45);
  });

  test('to the control database writes its events to the control outbox, for the environment of the request', async () => {
    const key = newId('apiKey');
    await commitControl(operationContext(tenantId, { environment: 'STAGING' }), async (change) => {
      change.record({
        action: 'api_key.created',
        targets: [{ type: 'apiKey', id: key }],
        changes: fieldChanges(null, contact, audited),
      });
    });
    expect(await OutboxModel.countDocuments()).toBe(0);
    const [row] = await ControlOutboxModel.find().lean<OutboxRow[]>();
    expect(row).toMatchObject({ environment: 'STAGING', envelope: { subject: key } });
    // No transaction reaches both databases: the sealer stores the values, under the digests of the record.
    expect(await personalValues()).toEqual([]);
    const { changes, personalValues: carried } = (row?.envelope.data ?? {}) as {
      changes: { after: { digest: string } }[];
      personalValues: { digest: string; value: string }[];
    };
    const digests = changes.flatMap(({ after }) => (after as { digest?: string }).digest ?? []);
    expect(carried.map(({ digest }) => digest)).toEqual(digests);
    expect(carried).toHaveLength(3);
    expect(messageOf(row?.envelope)).not.toMatch(/canary|2025550123/i);
  });

  test('to the control database leaves nothing in either database if it fails', async () => {
    const refuse = (validator: object) =>
      ControlOutboxModel.db.db?.command({ collMod: ControlOutboxModel.collection.name, validator });
    await refuse({ environment: { $ne: 'REFUSED' } });
    const failed = commitControl({ ...ctx, environment: 'REFUSED' }, async (change) => {
      change.record({
        action: 'tenant.updated',
        targets: [{ type: 'tenant', id: tenantId }],
        changes: fieldChanges(null, contact, audited),
      });
    });
    await expect(failed).rejects.toThrow('Document failed validation');
    await refuse({});
    expect(await ControlOutboxModel.countDocuments()).toBe(0);
    expect(await OutboxModel.countDocuments()).toBe(0);
    expect(await personalValues()).toEqual([]);
  });
});

describe('personal values', () => {
  const record = async (before: object | null, after: object) => {
    await commit(ctx, async (change) => {
      change.record({
        action: 'user.updated',
        targets: [{ type: 'user', id: newId('user') }],
        changes: fieldChanges(before, after, audited),
      });
    });
    const [row] = await outbox();
    return row?.envelope.data['changes'] as { path: string; before: unknown; after: { digest: string } }[];
  };

  test('are never part of a message on the bus', async () => {
    await commit(ctx, (change) => makeUser(change, userRow(tenantId, contact)));
    const rowsText = JSON.stringify(await outbox());
    expect(rowsText).not.toMatch(/canary|2025550123|0123/i);
    expect(rowsText).toContain('"path":"status"');
  });

  test('are stored beside it under a digest that proves them and cannot be guessed', async () => {
    const changes = await record(null, { ...contact, status: 'ACTIVE' });
    const kept = new Map((await personalValues()).map((row) => [row._id, row]));
    for (const { path, before, after } of changes.filter((change) => change.path !== 'status')) {
      const row = kept.get(after.digest);
      expect(before).toBeNull();
      expect(row?.value).toBe(contact[path as keyof typeof contact]);
      const digest = createHash('sha256')
        .update(`${row?.salt}${JSON.stringify(row?.value)}`)
        .digest('hex');
      expect(after.digest).toBe(`sha256:${digest}`);
      expect(row?.salt.length).toBeGreaterThanOrEqual(22);
    }
  });

  test('have different digests even if they are equal', async () => {
    await record(null, contact);
    await databases.clear();
    const [first] = await record(null, { email: contact.email });
    await databases.clear();
    const [second] = await record(null, { email: contact.email });
    expect(first?.after.digest).not.toBe(second?.after.digest);
  });

  test('are proven in any shape', async () => {
    const residence = { unit: 'x', startsAt: new Date(0), note: undefined, parts: [1, { deep: 'ä' }] };
    const [change] = await record(null, { email: residence });
    const [row] = await personalValues();
    // Canonical JSON (RFC 8785): members sorted, so that no store's order of them counts.
    const canonical = '{"parts":[1,{"deep":"ä"}],"startsAt":"1970-01-01T00:00:00.000Z","unit":"x"}';
    const digest = createHash('sha256').update(`${row?.salt}${canonical}`).digest('hex');
    expect(change?.after.digest).toBe(`sha256:${digest}`);
    expect(personalDigest(row?.salt ?? '', row?.value)).toBe(change?.after.digest);
  });
});

describe('a refusal', () => {
  test('is one record with the request and the reason of the refusal', async () => {
    await recordDenial(OutboxModel, ctx, {
      method: 'POST',
      path: '/api/admin/units',
      route: '/api/admin/units',
      fault: insufficientScope('units:write'),
    });
    const rows = await outbox();
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ subject: 'pas.v1.audit.record.submitted', tenantId, state: 'new' });
    expect(catalogue['pas.v1.audit.record.submitted'].parse(rows[0]?.envelope.data)).toMatchObject({
      action: 'request.denied',
      outcome: 'DENIED',
      actor: { type: 'API_KEY', id: 'key_test' },
      targets: [{ type: 'unit', id: null }],
      denial: {
        code: 'insufficient_scope',
        scope: 'units:write',
        method: 'POST',
        route: '/api/admin/units',
      },
      changes: [],
    });
  });
});
