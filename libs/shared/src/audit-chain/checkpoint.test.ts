import { generateKeyPairSync } from 'node:crypto';
import { CompactSign } from 'jose';
import { expect, test } from 'vitest';
import { indexPublicKeys } from '../principal/assertion.ts';
import { isSigned, signCheckpoint } from './checkpoint.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const keys = await indexPublicKeys([publicKey.export({ type: 'spki', format: 'pem' }).toString()]);
const [kid = ''] = keys.keys();
const checkpoint = { tenantId: 'ten_1', environment: 'DEV', seq: 1, hash: '0'.repeat(64), at: '' };

test('a checkpoint by a known key is signed', async () => {
  expect(await isSigned(await signCheckpoint(checkpoint, privateKey), keys)).toBe(true);
});

test('a checkpoint with header extensions is not signed, even with a valid signature', async () => {
  const header = { alg: 'Ed25519', typ: 'pas-audit-checkpoint+jws', kid };
  const sign = async (more: object): Promise<string> =>
    new CompactSign(Buffer.from(JSON.stringify(checkpoint)))
      .setProtectedHeader({ ...header, ...more })
      .sign(privateKey);
  expect(await isSigned(await sign({}), keys)).toBe(true);
  for (const more of [{ b64: false }, { b64: true, crit: ['b64'] }])
    expect(await isSigned(await sign(more), keys)).toBe(false);
});
