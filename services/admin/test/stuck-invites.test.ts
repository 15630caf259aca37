import { newId } from '@pas/shared/ids/id';
import { InviteModel, type InviteRow } from '@pas/shared/models/invite';
import { inviteRow } from '@pas/testing/rows';
import { expect, test } from 'vitest';
import { newTenantCaller, startAdmin, type InviteAnswer, type UnitAnswer } from './admin-harness.ts';
import { inviteSupport } from './invite-support.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();
const { tenantId, propertyId } = await inviteSupport(admin, caller);

const longAgo = new Date(Date.now() - 49 * 3_600_000);
const later = new Date(Date.now() + 3_600_000);
const delivery = (status: InviteRow['deliveries'][number]['status']) => ({
  id: newId('delivery'),
  channel: 'EMAIL' as const,
  kind: 'INVITE' as const,
  to: 'person@example.test',
  status,
  error: null,
  providerMessageId: null,
  tokenVersion: 1,
  at: longAgo,
});
const sent = (...statuses: InviteRow['deliveries'][number]['status'][]): Partial<InviteRow> => ({
  deliveries: statuses.map(delivery),
  lastSentAt: longAgo,
  expiresAt: later,
});

const list = async (query: string) => {
  const path = `/api/admin/onboarding/invites?${query}`;
  return (await admin.call<{ invites: { id: string }[]; total: number }>('GET', path, { as: caller })).body;
};

/** Runs work, and counts the invites that the store reads for it. */
async function countExamined<T>(work: () => Promise<T>): Promise<{ result: T; examined: number }> {
  const { db } = InviteModel.collection.conn;
  if (!db) throw new Error('The database is not open.');
  await db.command({ profile: 2 });
  try {
    const result = await work();
    const ns = `${db.databaseName}.invites`;
    const profiled = await db.collection('system.profile').find({ ns }).toArray();
    return {
      result,
      examined: profiled.reduce((sum, { docsExamined = 0 }) => sum + Number(docsExamined), 0),
    };
  } finally {
    await db.command({ profile: 0 });
  }
}

async function addInvites(count: number, fields: Partial<InviteRow>): Promise<string[]> {
  const unit = { _id: newId('unit'), tenantId, propertyId };
  const rows = Array.from({ length: count }, () => inviteRow(unit, fields));
  await InviteModel.insertMany(rows);
  return rows.map(({ _id }) => _id);
}

test('the stuck ones of a thousand invites are found without reading the others', async () => {
  await addInvites(400, { ...sent('SENT'), previewedAt: longAgo });
  await addInvites(300, { ...sent('SENT'), status: 'ACCEPTED' });
  await addInvites(200, { ...sent('SENT'), lastSentAt: new Date() });
  await addInvites(100, { ...sent('BOUNCED'), status: 'EXPIRED', expiredReason: 'TTL' });
  const stuck = [
    ...(await addInvites(2, { ...sent('BOUNCED', 'FAILED'), lastSentAt: null })),
    ...(await addInvites(2, sent('SENT'))),
    ...(await addInvites(2, { status: 'EXPIRED', expiredReason: 'TTL', renewalRequestedAt: longAgo })),
  ];
  // Its text has failed, but its mail has arrived: it is read and not listed.
  await addInvites(1, { ...sent('FAILED', 'DELIVERED'), previewedAt: longAgo });

  const { result, examined } = await countExamined(() => list('stuck=true&sort=createdAt'));

  expect(result.invites.map(({ id }) => id).toSorted()).toEqual(stuck.toSorted());
  expect(result.total).toBe(stuck.length);
  // The candidates, and the page and its total by their ids.
  expect(examined).toBeLessThanOrEqual(stuck.length + 1 + 2 * stuck.length);
});

test('a revoke, or a new invite of the person to the unit, clears a request for a new link', async () => {
  const { body: made } = await admin.call<UnitAnswer>('POST', '/api/admin/units', {
    as: caller,
    body: { propertyId, label: 'Renewal 1' },
  });
  const unit = { _id: made.unit.id, tenantId, propertyId };
  const asked = { status: 'EXPIRED', expiredReason: 'TTL', renewalRequestedAt: longAgo } as const;
  const person = 'asks@example.test';
  const contacts = { inviteeEmail: person, contactKey: person };
  const [revoked, answered, other] = [
    inviteRow(unit, asked),
    inviteRow(unit, { ...asked, ...contacts }),
    inviteRow(unit, { ...asked, inviteeEmail: 'other@example.test', contactKey: 'other@example.test' }),
  ];
  await InviteModel.insertMany([revoked, answered, other]);
  const stuck = async () =>
    (await list(`stuck=true&unitId=${unit._id}&sort=createdAt`)).invites.map(({ id }) => id).toSorted();
  expect(await stuck()).toEqual([revoked._id, answered._id, other._id].toSorted());

  const path = `/api/admin/onboarding/invites/${revoked._id}/revoke`;
  const revocation = await admin.call<InviteAnswer>('POST', path, { as: caller });
  expect(revocation.body.invite).toMatchObject({ expiredReason: 'TTL', renewalRequestedAt: null });
  const body = { unitId: unit._id, inviteeEmail: person };
  const created = await admin.call('POST', '/api/admin/onboarding/invite', { as: caller, body });
  expect(created.status).toBe(201);
  expect(await stuck()).toEqual([other._id]);
});
