import { generateKeyPairSync } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { assertionHeader, keyId, sealPrincipal } from './assertion.ts';
import { anonymous } from './principal.ts';
import { createRouteGuard } from './route-guard.ts';

const audience = 'admin@DEV';
const { privateKey, publicKey } = generateKeyPairSync('ed25519');

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const heapUsed = (): number => {
  collect();
  return process.memoryUsage().heapUsed / 1024 ** 2;
};

test('a guard keeps 16 MiB of assertions in memory at most', async () => {
  const guard = createRouteGuard({ audience, publicKeys: new Map([[await keyId(publicKey), publicKey]]) });
  const propertyIds = Array.from({ length: 1000 }, (_, at) => `prop_01k5n3v9m4t7c8x2a6b0${100_000 + at}`);
  const authenticate = async (person: number) => {
    const principal = { ...anonymous, kind: 'staff' as const, id: `person_${person}`, propertyIds };
    const headers = { [assertionHeader]: await sealPrincipal(principal, audience, privateKey) };
    return guard.authenticate({ headers } as unknown as Parameters<typeof guard.authenticate>[0]);
  };
  const before = heapUsed();
  for (let person = 0; person < 1500; person += 1) await authenticate(person);
  const grown = heapUsed() - before;
  // The guard is still in use, so its memory counts.
  expect(await authenticate(0)).toMatchObject({ id: 'person_0' });
  expect(grown).toBeLessThan(80);
});
