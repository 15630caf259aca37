import { afterAll, beforeAll, expect, inject, test } from 'vitest';

import { InviteModel } from '@pas/shared/models/invite';
import { UserModel } from '@pas/shared/models/user';
import { crossTenant } from '@pas/shared/mongo/cross-tenant';
import { openTestDatabases, type TestDatabases } from '@pas/shared/testing/test-databases';

type Purpose = keyof typeof crossTenant;

let databases: TestDatabases;
beforeAll(async () => {
  databases = await openTestDatabases(inject('mongoUrl'));
});
afterAll(() => databases.stop());

const now = new Date();

/** Each listed look-up as its reader asks it. */
const lookUps: Record<Purpose, () => PromiseLike<unknown>> = {
  'invite-by-token': () => invites('invite-by-token', { tokenHash: 'x' }),
  'invite-by-past-token': () => invites('invite-by-past-token', { pastTokenHashes: 'x' }),
  'expired-invites': () => invites('expired-invites', { status: 'PENDING', expiresAt: { $lte: now } }),
  'due-residences': () => users('due-residences', { 'residences.dueAt': { $type: 'date', $lte: now } }),
  'users-of-account': () => users('users-of-account', { accountId: 'x', isLive: true }),
  'users-by-email': () => users('users-by-email', { emailKey: 'x', accountId: null, isLive: true }),
};

const invites = (purpose: Purpose, filter: object) =>
  InviteModel.find(filter).setOptions({ crossTenant: purpose }).explain('queryPlanner');
const users = (purpose: Purpose, filter: object) =>
  UserModel.find(filter).setOptions({ crossTenant: purpose }).explain('queryPlanner');

test.each(Object.keys(lookUps) as Purpose[])('%s reads its own index and no collection', async (purpose) => {
  const plan = JSON.stringify(await lookUps[purpose]());
  expect(plan).toContain(`"indexName":"${crossTenant[purpose].index}"`);
  expect(plan).not.toContain('COLLSCAN');
});
