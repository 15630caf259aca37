import { generateKeyPairSync } from 'node:crypto';
import { keyId, openAssertion } from '@pas/shared/principal/assertion';
import { anonymous } from '@pas/shared/principal/principal';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { actInTenant } from './caller.ts';
import { createSealer } from './seal-caller.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const platform = { ...anonymous, kind: 'api_key' as const, id: 'key_1', scopes: ['platform'] };

describe('createSealer', () => {
  test('signs once for a caller and an audience, and again before the first assertion expires', async () => {
    const { seal } = createSealer(privateKey);
    const first = await seal(anonymous, 'resident@DEV');
    vi.advanceTimersByTime(24_999);
    expect(await seal(anonymous, 'resident@DEV')).toBe(first);
    vi.advanceTimersByTime(1);
    expect(await seal(anonymous, 'resident@DEV')).not.toBe(first);
  });

  test('signs again after a step of the clock in either direction', async () => {
    const { seal } = createSealer(privateKey);
    const first = await seal(anonymous, 'resident@DEV');
    vi.setSystemTime(Date.now() - 1000);
    const second = await seal(anonymous, 'resident@DEV');
    expect(second).not.toBe(first);
    vi.advanceTimersByTime(3_600_000);
    expect(await seal(anonymous, 'resident@DEV')).not.toBe(second);
  });

  test('signs one new assertion for all requests that were refused with the same one', async () => {
    const { seal, sealAgain } = createSealer(privateKey);
    const refused = await seal(anonymous, 'resident@DEV');
    const other = await seal(anonymous, 'admin@DEV');
    vi.advanceTimersByTime(1000);
    const renewed = await Promise.all(
      Array.from({ length: 50 }, () => sealAgain(anonymous, 'resident@DEV', refused)),
    );
    expect(new Set(renewed).size).toBe(1);
    expect(renewed[0]).not.toBe(refused);
    expect(await sealAgain(anonymous, 'resident@DEV', refused)).toBe(renewed[0]);
    expect(await seal(anonymous, 'resident@DEV')).toBe(renewed[0]);
    expect(await seal(anonymous, 'admin@DEV')).toBe(other);
  });

  test('signs separately for another audience, another tenant of a platform caller and a new principal', async () => {
    const { seal } = createSealer(privateKey);
    const tokens = await Promise.all([
      seal(platform, 'admin@DEV'),
      seal(platform, 'admin@TEST'),
      seal(actInTenant(platform, 'ten_a'), 'admin@DEV'),
      seal(actInTenant(platform, 'ten_b'), 'admin@DEV'),
      seal({ ...platform, scopes: ['units:read'] }, 'admin@DEV'),
    ]);
    expect(new Set(tokens).size).toBe(5);
    expect(await seal(actInTenant(platform, 'ten_a'), 'admin@DEV')).toBe(tokens[2]);
  });

  test('an assertion for a tenant opens with the id of that tenant', async () => {
    const { seal } = createSealer(privateKey);
    const keys = new Map([[await keyId(publicKey), publicKey]]);
    for (const tenantId of ['ten_a', 'ten_b']) {
      const token = await seal(actInTenant(platform, tenantId), 'admin@DEV');
      const { principal } = await openAssertion(token, 'admin@DEV', keys);
      expect(principal).toEqual({ ...platform, tenantId });
      await expect(openAssertion(token, 'admin@TEST', keys)).rejects.toThrow(/aud/);
    }
  });
});
