import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMemoryAdapter } from './memory-adapter.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('createMemoryAdapter', () => {
  it('finds an entry until it expires', async () => {
    const codes = createMemoryAdapter()('AuthorizationCode');
    await codes.upsert('a', { jti: 'a' }, 60);
    vi.advanceTimersByTime(59_999);
    expect(await codes.find('a')).toEqual({ jti: 'a' });
    vi.advanceTimersByTime(1);
    expect(await codes.find('a')).toBeUndefined();
  });

  it('keeps models apart that share an id', async () => {
    const adapter = createMemoryAdapter();
    await adapter('Session').upsert('a', { uid: 'u1' }, 60);
    await adapter('Interaction').upsert('a', { uid: 'u2' }, 60);
    expect(await adapter('Session').findByUid('u1')).toEqual({ uid: 'u1' });
    expect(await adapter('Session').findByUid('u2')).toBeUndefined();
  });

  it('marks an entry as consumed', async () => {
    const codes = createMemoryAdapter()('AuthorizationCode');
    await codes.upsert('a', { jti: 'a' }, 60);
    await codes.consume('a');
    expect(await codes.find('a')).toMatchObject({ consumed: Math.floor(Date.now() / 1_000) });
  });

  it('drops everything of a revoked grant and nothing else', async () => {
    const adapter = createMemoryAdapter();
    const [codes, tokens] = [adapter('AuthorizationCode'), adapter('AccessToken')];
    await codes.upsert('a', { grantId: 'g1' }, 60);
    await tokens.upsert('b', { grantId: 'g1' }, 60);
    await tokens.upsert('c', { grantId: 'g2' }, 60);
    await tokens.revokeByGrantId('g1');
    expect([await codes.find('a'), await tokens.find('b')]).toEqual([undefined, undefined]);
    expect(await tokens.find('c')).toEqual({ grantId: 'g2' });
  });

  it('drops the oldest entry above its limit', async () => {
    const sessions = createMemoryAdapter(1)('Session');
    await sessions.upsert('a', { uid: 'u1' }, 60);
    await sessions.upsert('b', { uid: 'u2' }, 60);
    expect(await sessions.find('a')).toBeUndefined();
    expect(await sessions.find('b')).toEqual({ uid: 'u2' });
  });
});
