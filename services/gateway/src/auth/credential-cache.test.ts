import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CredentialCache, digestOf, type VerifiedCredential } from './credential-cache.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const verified = (value: string, ...tags: string[]) => Promise.resolve({ value, tags });

/** A look-up that the test resolves. */
function heldBack<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  return Promise.withResolvers<T>();
}

describe('CredentialCache', () => {
  test('trusts a credential for a minute while changes are reported, and for a second otherwise', async () => {
    let isWatched = true;
    const cache = new CredentialCache<string>(() => isWatched);
    await cache.fill('digest', () => verified('caller', 'key_1'));
    vi.advanceTimersByTime(60_000);
    expect(cache.peek('digest')).toBe('caller');
    vi.advanceTimersByTime(1);
    expect(cache.peek('digest')).toBeUndefined();

    await cache.fill('digest', () => verified('caller', 'key_1'));
    isWatched = false;
    vi.advanceTimersByTime(1000);
    expect(cache.peek('digest')).toBe('caller');
    vi.advanceTimersByTime(1);
    expect(cache.peek('digest')).toBeUndefined();
    isWatched = true;
    expect(cache.peek('digest')).toBe('caller');
  });

  test('verifies once for all waiting requests, and again after a failure', async () => {
    const cache = new CredentialCache<string>(() => true);
    const verify = vi.fn<() => Promise<VerifiedCredential<string>>>(() => verified('caller'));
    const values = await Promise.all([1, 2, 3].map(() => cache.fill('digest', verify)));
    expect(values).toEqual(['caller', 'caller', 'caller']);
    expect(verify).toHaveBeenCalledTimes(1);

    await expect(cache.fill('other', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await cache.fill('other', verify)).toBe('caller');
  });

  test('does not cache an unknown credential', async () => {
    const cache = new CredentialCache<string>(() => true);
    expect(await cache.fill('digest', () => Promise.resolve(null))).toBeNull();
    expect(await cache.fill('digest', () => verified('caller'))).toBe('caller');
  });

  test('drops only credentials that depend on a changed record', async () => {
    const cache = new CredentialCache<string>(() => true);
    await cache.fill('one', () => verified('first', 'key_1', 'ten_1'));
    await cache.fill('two', () => verified('second', 'key_2', 'ten_1'));
    await cache.fill('three', () => verified('third', 'key_3', 'ten_2'));
    cache.purge('key_1');
    expect([cache.peek('one'), cache.peek('two'), cache.peek('three')]).toEqual([
      undefined,
      'second',
      'third',
    ]);
    cache.purge('ten_1');
    expect([cache.peek('two'), cache.peek('three')]).toEqual([undefined, 'third']);
    cache.clear();
    expect(cache.peek('three')).toBeUndefined();
  });

  test.each([
    ['its record changes', (cache: CredentialCache<string>) => cache.purge('key_1'), null],
    ['changes were missed', (cache: CredentialCache<string>) => cache.clear(), null],
    ['another record changes', (cache: CredentialCache<string>) => cache.purge('key_2'), 'caller'],
  ])('a look-up under way while %s', async (_what, happen, found) => {
    const cache = new CredentialCache<string>(() => true);
    const first = heldBack<VerifiedCredential<string> | null>();
    const lookUps = [first.promise, Promise.resolve(null)];
    const filling = cache.fill('digest', () => lookUps.shift() ?? Promise.reject(new Error('once more')));
    happen(cache);
    first.resolve({ value: 'caller', tags: ['key_1'] });
    expect(await filling).toBe(found);
    expect(cache.peek('digest')).toBe(found ?? undefined);
  });
});

test('a credential whose records keep changing is refused for the moment', async () => {
  const cache = new CredentialCache<string>(() => true);
  const verify = vi.fn<() => Promise<VerifiedCredential<string>>>(() => {
    cache.purge('key_1');
    return verified('caller', 'key_1');
  });
  await expect(cache.fill('digest', verify)).rejects.toMatchObject({ kind: 'unavailable' });
  expect(verify).toHaveBeenCalledTimes(3);
});

test('digestOf is SHA-256 in base64 (FIPS 180-4, "abc")', () => {
  expect(digestOf('abc')).toBe('ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=');
});
