import { expect, test } from 'vitest';

import { OutboxModel } from '@pas/platform/events/outbox';
import { AccountModel } from '@pas/shared/models/account';
import { InviteModel } from '@pas/shared/models/invite';
import { UserModel } from '@pas/shared/models/user';
import { openOwnDatabases, useDatabases } from '@pas/testing/test-databases';

await useDatabases(openOwnDatabases);

const tenantId = 'ten_x';
const identity = { 'identity.issuer': 'https://identity.test', 'identity.subject': 'x' };
const email = { tenantId, kind: 'RESIDENT', emailKey: 'x', isLive: true } as const;

test.each<[string, () => PromiseLike<unknown>, string]>([
  [
    'an account by its identity',
    () => AccountModel.find(identity).explain(),
    'identity.subject_1_identity.issuer_1',
  ],
  [
    'a tenant’s user by e-mail',
    () => UserModel.find(email).explain(),
    'emailKey_1_tenantId_1_createdAt_-1__id_-1',
  ],
  [
    'a pending invite by unit and person',
    () => InviteModel.find({ tenantId, pendingKey: 'x', status: 'PENDING' }).explain(),
    'tenantId_1_pendingKey_1',
  ],
  [
    'the events that wait, of an environment',
    () => OutboxModel.find({ environment: 'X', state: 'new', lockUntil: { $lte: new Date() } }).explain(),
    'environment_1_lockUntil_1__id_1',
  ],
  [
    'the counts of a tenant that events carry',
    () =>
      OutboxModel.find({ tenantId, rowsOf: 'units' }, { _id: 0, rows: 1, deletes: 1, moves: 1 }).explain(),
    'tenantId_1_rowsOf_1_rows_1_deletes_1_moves_1',
  ],
])('finds %s by an index that leaves out rows without one', async (_what, explain, index) => {
  const { winningPlan } = ((await explain()) as { queryPlanner: { winningPlan: object } }).queryPlanner;
  expect(JSON.stringify(winningPlan)).toContain(`"indexName":"${index}"`);
});
