import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createFairPlaces, type FairPlaces, type Outcome } from './fair-places.ts';

const unaborted = new AbortController().signal;

/** Takes places for a holder until it is refused. */
function takeAll(places: FairPlaces, holder: string): number {
  for (let taken = 0; ; taken += 1) if (places.tryTake([holder]) !== 'taken') return taken;
}

describe('fair places', () => {
  test.each([
    [0.5, 100],
    [1, 150],
    [2, 200],
    [3, 225],
  ])('with weight %d give one holder alone %d of 300', (weight, share) => {
    const places = createFairPlaces({ places: 300, weights: [weight] });
    expect(takeAll(places, 'a')).toBe(share);
    expect(places.tryTake(['a'])).toBe('own_share_full');
  });

  test('keep a place for each holder that comes later, as long as there are enough', () => {
    const places = createFairPlaces({ places: 256, weights: [2] });
    const shares = ['a', 'b', 'c', 'd', 'e'].map((holder) => takeAll(places, holder));
    expect(Math.min(...shares)).toBeGreaterThan(0);
    expect(places.tryTake(['f'])).toBe('taken');
  });

  test('even out as places are released', () => {
    const places = createFairPlaces({ places: 100, weights: [1] });
    const held = { a: takeAll(places, 'a'), b: takeAll(places, 'b') };
    expect(held).toEqual({ a: 50, b: 25 });
    for (let turn = 0; turn < 500; turn += 1) {
      places.release([turn % 2 === 0 ? 'a' : 'b']);
      held[turn % 2 === 0 ? 'a' : 'b'] -= 1;
      held.b += takeAll(places, 'b');
      held.a += takeAll(places, 'a');
    }
    expect(Math.abs(held.a - held.b)).toBeLessThanOrEqual(2);
  });

  test('report that all are taken, and are free again after their return', () => {
    const places = createFairPlaces({ places: 2, weights: [1] });
    expect([places.tryTake(['a']), places.tryTake(['b']), places.tryTake(['c'])]).toEqual([
      'taken',
      'taken',
      'full',
    ]);
    places.release(['a']);
    places.release(['b']);
    expect([places.inUse, places.tryTake(['c'])]).toEqual([0, 'taken']);
  });

  test('count a request for each of its kinds of holders', () => {
    const places = createFairPlaces({ places: 12, weights: [3, 1] });
    const take = (tenant: string | null, key: string | null): Outcome => places.tryTake([tenant, key]);
    const ofOneKey = Array.from({ length: 12 }, () => take('t', 'k1')).filter((each) => each === 'taken');
    expect(ofOneKey).toHaveLength(6);
    const ofAnother = Array.from({ length: 12 }, () => take('t', 'k2')).filter((each) => each === 'taken');
    expect(ofAnother).toHaveLength(3);
    expect(take(null, null)).toBe('taken');
  });
});

describe('an awaited place', () => {
  let places: FairPlaces;
  let admitted: string[];
  const wait = async (name: string, signal = unaborted): Promise<Outcome> => {
    const outcome = await places.take([name[0] ?? ''], signal);
    if (outcome === 'taken') admitted.push(name);
    return outcome;
  };

  beforeEach(() => {
    vi.useFakeTimers();
    admitted = [];
    places = createFairPlaces({ places: 4, weights: [1], waiting: { maxMs: 2000, max: 6, maxEach: 4 } });
  });
  afterEach(() => vi.useRealTimers());

  test('goes to the holder with the fewest places, before older requests of others', async () => {
    await Promise.all([wait('a1'), wait('a2'), wait('b1'), wait('c1')]);
    const waiting = [wait('a3'), wait('d1')];
    places.release(['a']);
    expect(await waiting[1]).toBe('taken');
    places.release(['b']);
    places.release(['c']);
    places.release(['d']);
    expect(await waiting[0]).toBe('taken');
  });

  test('is refused when none becomes free in time', async () => {
    await Promise.all([wait('a1'), wait('a2'), wait('b1'), wait('c1')]);
    const waiting = wait('d1');
    await vi.advanceTimersByTimeAsync(2000);
    expect(await waiting).toBe('full');
    places.release(['a']);
    expect(places.inUse).toBe(3);
  });

  test('is refused when the share of the holder stays full', async () => {
    await Promise.all([wait('a1'), wait('a2')]);
    const waiting = wait('a3');
    await vi.advanceTimersByTimeAsync(2000);
    expect(await waiting).toBe('own_share_full');
  });

  test('has a limited queue, with a lower limit for one holder', async () => {
    await Promise.all([wait('a1'), wait('a2'), wait('b1'), wait('c1')]);
    const waiting = ['a3', 'a4', 'a5', 'a6'].map((name) => wait(name));
    expect(await wait('a7')).toBe('own_share_full');
    waiting.push(wait('b2'), wait('b3'));
    expect(await wait('d1')).toBe('full');
    await vi.advanceTimersByTimeAsync(2000);
    await Promise.all(waiting);
  });

  test('is not taken by an aborted request', async () => {
    await Promise.all([wait('a1'), wait('a2'), wait('b1'), wait('c1')]);
    const leaving = new AbortController();
    const left = wait('d1', leaving.signal);
    leaving.abort();
    expect(await left).toBe('full');
    places.release(['a']);
    expect(places.inUse).toBe(3);
  });
});
