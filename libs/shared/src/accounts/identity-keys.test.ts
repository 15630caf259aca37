import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { createKeySet } from './identity-keys.ts';

/** Returns an address where nothing listens. */
async function goneAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${port}/jwks`;
}

test('fifty requests during an outage of the provider share one read of the stored keys', async () => {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const kept = { jwks: { keys: [{ ...(await exportJWK(publicKey)), kid: 'one' }] }, uat: Date.now() };
  let reads = 0;
  const keys = createKeySet(await goneAddress(), {
    read: () => {
      reads += 1;
      return Promise.resolve(kept);
    },
    write: () => undefined,
  });
  const token = await new SignJWT({}).setProtectedHeader({ alg: 'ES256', kid: 'one' }).sign(privateKey);
  await Promise.all(Array.from({ length: 50 }, () => jwtVerify(token, keys)));
  expect(reads).toBe(1);
});
