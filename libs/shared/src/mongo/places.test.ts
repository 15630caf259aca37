import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createPlaces, type Places } from './places.ts';

let places: Places;
let admitted: string[];

beforeEach(() => {
  vi.useFakeTimers();
  places = createPlaces({ count: 2, maxWaitMs: 2000, refusal: () => new Error('no place') });
  admitted = [];
});
afterEach(() => vi.useRealTimers());

const enter = (name: string): Promise<void> => places.enter().then(() => void admitted.push(name));

describe('places', () => {
  test('are given away at once while there are any', async () => {
    await Promise.all([enter('a'), enter('b')]);
    expect(admitted).toEqual(['a', 'b']);
  });

  test('go to whoever has waited longest', async () => {
    await Promise.all([enter('a'), enter('b')]);
    const waiting = [enter('c'), enter('d')];
    places.leave();
    await waiting[0];
    expect(admitted).toEqual(['a', 'b', 'c']);
    places.leave();
    await waiting[1];
    expect(admitted).toEqual(['a', 'b', 'c', 'd']);
  });

  test('are refused to whoever has waited too long, who then is in nobody’s way', async () => {
    await Promise.all([enter('a'), enter('b')]);
    const refused = enter('late').catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(2000);
    expect(await refused).toEqual(new Error('no place'));
    const next = enter('c');
    places.leave();
    await next;
    expect(admitted).toEqual(['a', 'b', 'c']);
  });

  test('are free again once everybody has left', async () => {
    await Promise.all([enter('a'), enter('b')]);
    places.leave();
    places.leave();
    await Promise.all([enter('c'), enter('d')]);
    expect(admitted).toHaveLength(4);
    expect(vi.getTimerCount()).toBe(0);
  });
});
