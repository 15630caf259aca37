import { beforeEach, describe, expect, test } from 'vitest';

import type { Fault } from '@pas/platform/errors/fault';
import { commit } from '@pas/shared/change/commit';
import { OutboxModel } from '@pas/platform/events/outbox';
import { newId } from '@pas/shared/ids/id';
import { acceptInvite } from '@pas/shared/invites/accept-invite';
import { findInvite, findPendingInvite } from '@pas/shared/invites/find-invite';
import { createInviteLinks, hashInviteToken } from '@pas/shared/invites/invite-links';
import { InviteModel, type InviteRow } from '@pas/shared/models/invite';
import { UnitModel, type UnitRow } from '@pas/shared/models/unit';
import { UserModel } from '@pas/shared/models/user';
import { startResidence } from '@pas/shared/residences/start-residence';
import { useDatabases } from '@pas/testing/test-databases';

import { operationContext } from '../operation.ts';
import { inviteRow, unitRow, userRow } from '@pas/testing/rows';

const tenantId = newId('tenant');
const ctx = operationContext(tenantId, { service: 'resident' });
const links = createInviteLinks(['s'.repeat(32)], 'https://portal.test');

let unit: UnitRow;
const databases = await useDatabases();
beforeEach(async () => {
  await databases.clear();
  unit = unitRow(tenantId);
  await UnitModel.insertMany([unit]);
});

async function invite(fields: Partial<InviteRow> = {}): Promise<InviteRow> {
  const row = inviteRow(unit, fields);
  await InviteModel.insertMany([row]);
  return row;
}

const storedInvite = (id: string) => InviteModel.findOne({ _id: id, tenantId }).lean<InviteRow>();
const subjects = async (): Promise<string[]> => (await OutboxModel.distinct('subject')).toSorted();

/** Signs a person up: makes the user, accepts the invite and starts the residence. */
async function signUp(row: InviteRow): Promise<string> {
  const user = userRow(tenantId);
  await commit(ctx, async (change) => {
    await UserModel.insertMany([user], { session: change.session });
    await acceptInvite(ctx, change, { invite: row, userId: user._id });
    await startResidence(ctx, change, {
      user,
      unitId: row.unitId,
      role: 'PRIMARY',
      startsAt: ctx.now,
      endsAt: null,
      inviteId: row._id,
    });
  });
  return user._id;
}

describe('fifty people who race for one invite', () => {
  test('one gets it, forty-nine get `gone`, and nothing of theirs is stored', async () => {
    const row = await invite();
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => signUp(row)));
    const winners = results.filter((result) => result.status === 'fulfilled');
    const losers = results
      .filter((result) => result.status === 'rejected')
      .map(({ reason }) => reason as Fault);
    expect(winners).toHaveLength(1);
    expect(losers.map(({ kind, code }) => `${kind} ${code}`)).toEqual(Array(49).fill('gone invite_accepted'));

    const accepted = await storedInvite(row._id);
    expect(accepted).toMatchObject({ status: 'ACCEPTED', acceptedUserId: winners[0]?.value, version: 2 });
    expect(await UserModel.distinct('_id', { tenantId })).toEqual([winners[0]?.value]);
    const home = await UnitModel.findOne({ _id: unit._id, tenantId }).lean<UnitRow>();
    expect(home).toMatchObject({ occupancy: 'OCCUPIED', childrenEpoch: 1 });
    expect(await subjects()).toEqual([
      'pas.v1.onboarding.invite.accepted',
      'pas.v1.onboarding.residence.started',
    ]);
    expect(await OutboxModel.countDocuments()).toBe(2);
  });
});

describe('an invite is accepted', () => {
  test('at most once, only while it is pending, and only by its present token', async () => {
    const [revoked, expired, rotated] = [
      await invite({ status: 'EXPIRED', expiredReason: 'REVOKED' }),
      await invite({ expiresAt: ctx.now }),
      await invite(),
    ];
    await InviteModel.updateOne(
      { _id: rotated._id, tenantId },
      { $set: { tokenHash: hashInviteToken('new'), pastTokenHashes: [rotated.tokenHash], tokenVersion: 2 } },
    );
    await expect(signUp(revoked)).rejects.toMatchObject({ kind: 'gone', code: 'invite_revoked' });
    await expect(signUp(expired)).rejects.toMatchObject({ kind: 'gone', code: 'invite_expired' });
    await expect(signUp(rotated)).rejects.toMatchObject({ kind: 'gone', code: 'invite_superseded' });
    expect(await UserModel.countDocuments({ tenantId })).toBe(0);
    expect(await OutboxModel.countDocuments()).toBe(0);
  });

  test('only in its own tenant', async () => {
    const row = await invite();
    const foreign = operationContext(newId('tenant'), { service: 'resident' });
    const stolen = commit(foreign, (change) =>
      acceptInvite(foreign, change, { invite: row, userId: newId('user') }),
    );
    await expect(stolen).rejects.toMatchObject({ kind: 'gone' });
    expect(await storedInvite(row._id)).toMatchObject({ status: 'PENDING', version: 1 });
  });

  test('and then no longer blocks the next one to the same person', async () => {
    const row = await invite({ pendingKey: `${unit._id}|jo@example.test` });
    await signUp(row);
    expect(await storedInvite(row._id)).toMatchObject({ pendingKey: null });
  });
});

describe('a link', () => {
  const tokenOf = (row: Pick<InviteRow, '_id' | 'tokenVersion'>): string =>
    links.linkOf({ ...row, secretVersion: links.secretVersion }).token;

  /** Makes an invite with a working link. */
  async function linked(fields: Partial<InviteRow> = {}): Promise<InviteRow> {
    const row = inviteRow(unit, { secretVersion: links.secretVersion, ...fields });
    const tokenHash = hashInviteToken(tokenOf(row));
    await InviteModel.insertMany([{ ...row, tokenHash }]);
    return { ...row, tokenHash };
  }

  test('finds its invite, alive or dead', async () => {
    const alive = await linked();
    const dead = await linked({ status: 'EXPIRED', expiredReason: 'REVOKED' });
    expect(await findInvite(tokenOf(alive), ctx.now)).toMatchObject({ _id: alive._id });
    expect(await findPendingInvite(tokenOf(alive), ctx.now)).toMatchObject({ _id: alive._id });
    expect(await findInvite(tokenOf(dead), ctx.now)).toMatchObject({ _id: dead._id });
    await expect(findPendingInvite(tokenOf(dead), ctx.now)).rejects.toMatchObject({ code: 'invite_revoked' });
  });

  test('that never was is unknown, whatever its shape', async () => {
    for (const token of [
      tokenOf({ _id: 'inv_0', tokenVersion: 1 }),
      '',
      'short',
      `${'a'.repeat(43)}\n`,
      '$ne',
    ]) {
      await expect(findInvite(token, ctx.now)).rejects.toMatchObject({ kind: 'not_found' });
    }
  });

  test('that a newer one has replaced is gone, and the newer one is good', async () => {
    const row = await linked();
    const next = { ...row, tokenVersion: 2 };
    const update = { tokenHash: hashInviteToken(tokenOf(next)), tokenVersion: 2 };
    await InviteModel.updateOne(
      { _id: row._id, tenantId },
      { $set: update, $push: { pastTokenHashes: row.tokenHash } },
    );
    await expect(findInvite(tokenOf(row), ctx.now)).rejects.toMatchObject({
      kind: 'gone',
      code: 'invite_superseded',
    });
    expect(await findPendingInvite(tokenOf(next), ctx.now)).toMatchObject({ _id: row._id });
  });
});
