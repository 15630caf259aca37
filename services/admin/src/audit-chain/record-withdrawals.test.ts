import { generateKeyPairSync } from 'node:crypto';
import { readWithdrawal } from '@pas/shared/audit-chain/withdrawal';
import { keyId } from '@pas/shared/principal/assertion';
import { expect, test } from 'vitest';
import { createWithdrawalRecorder } from './record-withdrawals.ts';
import type { Submission } from './seal-records.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const at = '2027-03-01T04:00:00.000Z';

const submission = (action: string, type: string, outcome = 'SUCCESS'): Submission =>
  ({
    tenantid: 'ten_1',
    data: {
      action,
      outcome,
      targets: [
        { type: 'property', id: 'prp_1' },
        { type, id: 'target' },
      ],
      occurredAt: at,
    },
  }) as never;

/** Returns the recorded withdrawals of a submission. */
async function record(from: Submission) {
  const lines: string[] = [];
  const append = async (_tenantId: string, jws: string): Promise<void> => void lines.push(jws);
  await createWithdrawalRecorder({ files: { append }, privateKey, environment: 'TEST' })(from);
  const publicKeys = new Map([[await keyId(publicKey), publicKey]]);
  return Promise.all(lines.map((jws) => readWithdrawal(jws, publicKeys)));
}

test.each([
  ['user.erased', 'user'],
  ['api_key.revoked', 'api_key'],
  ['controller_key.revoked', 'controller_key'],
])('a record of %s becomes a signed withdrawal of its target', async (action, type) => {
  const withdrawal = { tenantId: 'ten_1', environment: 'TEST', action, targetId: 'target', at };
  expect(await record(submission(action, type))).toEqual([withdrawal]);
});

test.each([
  ['another action', submission('unit.deleted', 'unit')],
  ['a refused revocation', submission('api_key.revoked', 'api_key', 'DENIED')],
  ['an action with the name of an inherited member', submission('constructor', 'user')],
])('a record of %s becomes no withdrawal', async (_kind, from) => {
  expect(await record(from)).toEqual([]);
});
