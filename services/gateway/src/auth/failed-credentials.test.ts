import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { limitFailedCredentials, type FailedCredentials } from './failed-credentials.ts';

const [address, neighbour] = ['192.0.2.7', '192.0.2.8'];

let failures: FailedCredentials;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  failures = limitFailedCredentials();
});
afterEach(() => void vi.useRealTimers());

/** Counts as a verifier does: a blocked attempt is not counted. */
function fail(times: number, from: string, keyId?: string): void {
  for (let failure = 0; failure < times; failure += 1) {
    failures.requireOpen(from, keyId);
    failures.count(from, keyId);
  }
}

const isOpen = (from: string, keyId?: string): boolean => {
  try {
    failures.requireOpen(from, keyId);
    return true;
  } catch {
    return false;
  }
};

describe('limitFailedCredentials', () => {
  test('blocks one key id from one address after twenty failures', () => {
    fail(20, address, 'first');
    expect(() => failures.requireOpen(address, 'first')).toThrow(
      expect.objectContaining({ code: 'rate_limited', details: { headers: { 'Retry-After': '600' } } }),
    );
    expect([isOpen(address, 'second'), isOpen(address), isOpen(neighbour, 'first')]).toEqual([
      true,
      true,
      true,
    ]);
  });

  test('blocks one address after three hundred failures of any kind', () => {
    for (let id = 0; id < 10; id += 1) fail(15, address, `key ${id}`);
    fail(149, address);
    expect(isOpen(address, 'another')).toBe(true);
    fail(1, address);
    expect([isOpen(address), isOpen(address, 'another'), isOpen(neighbour)]).toEqual([false, false, true]);
  });

  test('counts one key id at most twenty times against its address, with any number of parallel attempts', () => {
    for (let attempt = 0; attempt < 400; attempt += 1) failures.count(address, 'first');
    expect([isOpen(address, 'first'), isOpen(address, 'second')]).toEqual([false, true]);
    fail(279, address);
    expect(isOpen(address)).toBe(true);
    fail(1, address);
    expect(isOpen(address)).toBe(false);
  });

  test('opens again ten minutes after the first failure', () => {
    fail(20, address, 'first');
    vi.advanceTimersByTime(599_999);
    expect(isOpen(address, 'first')).toBe(false);
    vi.advanceTimersByTime(1);
    expect(isOpen(address, 'first')).toBe(true);
    fail(19, address, 'first');
    expect(isOpen(address, 'first')).toBe(true);
  });

  test('counts the addresses of one IPv6 network together', () => {
    for (let host = 0; host < 300; host += 1) fail(1, `2001:db8:1:2::${host.toString(16)}`);
    expect(isOpen('2001:db8:1:2:ffff::1')).toBe(false);
    expect(isOpen('2001:db8:1:3::1')).toBe(true);
  });

  test('keeps a bounded number of counts', () => {
    fail(20, address, 'old');
    for (let id = 0; id < 100_000; id += 1)
      failures.count(`2001:db8:${(id >> 8).toString(16)}::`, `key ${id}`);
    // The oldest count is dropped. So a block may end early, but memory does not grow.
    expect(isOpen(address, 'old')).toBe(true);
  });
});
