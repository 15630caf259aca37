import { describe, expect, test } from 'vitest';
import { isStalled } from './find-stall.ts';
import type { Replica } from './replica.ts';
import type { WaitingRequest } from './waiting-requests.ts';

const now = 100_000;

const replica = (heardAgoMs: number, isReady = false) => ({ isReady, heardAt: now - heardAgoMs }) as Replica;

/** Makes requests with the given ages in milliseconds. */
const waiting = (agesMs: readonly number[], mayTakeLong = false): Set<WaitingRequest> =>
  new Set(
    agesMs.map((ageMs) => ({
      sentAt: now - ageMs,
      mayTakeLong: () => mayTakeLong,
      wait: () => undefined,
    })),
  );

const steady = [3000, 2500, 2000, 1500, 1400, 1000, 800, 600, 400, 200];
const burst = Array.from({ length: 50 }, () => 3000);

describe('isStalled', () => {
  test.each([
    ['nobody has said anything since a request was sent', [replica(5000), replica(4000)], 5000, [3000]],
    ['requests arrive all the time and none is answered', [replica(100)], 5000, steady],
  ])('is true when %s', (_what, replicas, answeredAgoMs, agesMs) => {
    const signs = { replicas, requests: waiting(agesMs), answeredAt: now - answeredAgoMs };
    expect(isStalled(signs, now)).toBe(true);
  });

  test.each([
    ['the oldest request is young', [replica(5000)], 5000, [2600]],
    ['nobody waits', [replica(5000)], 5000, []],
    ['nobody was asked yet whether it is ready', [replica(5000, true)], 5000, [3000]],
    ['a request of the group was answered', [replica(5000), replica(100)], 100, steady],
    ['one request takes long on a replica that is alive', [replica(100)], 5000, [20_000]],
    ['one burst of requests takes long on a replica that is alive', [replica(100)], 5000, burst],
  ])('is false when %s', (_what, replicas, answeredAgoMs, agesMs) => {
    const signs = { replicas, requests: waiting(agesMs), answeredAt: now - answeredAgoMs };
    expect(isStalled(signs, now)).toBe(false);
  });

  test('does not count requests that may take long', () => {
    const signs = { replicas: [replica(5000)], requests: waiting(steady, true), answeredAt: now - 5000 };
    expect(isStalled(signs, now)).toBe(false);
  });
});
