import { describe, expect, test } from 'vitest';
import { keepJourney, takeAnswer } from './journey.ts';

const journey = { verifier: 'v', state: 's', nonce: 'n', returnTo: '/portal/guests' };

function landOn(pathname: string, search: string) {
  const kept = new Map<string, string>();
  const shown: string[] = [];
  return {
    kept,
    shown,
    location: { pathname, search },
    history: {
      replaceState: (_state: unknown, _title: string, url?: string | URL | null) =>
        void shown.push(String(url)),
    },
    store: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    },
  };
}

describe('takeAnswer', () => {
  test('reads the answer once, and removes the code from the address and the journey from the store', () => {
    const landing = landOn('/portal/identity', '?code=c&state=s');
    keepJourney(landing.store, journey);
    const answer = takeAnswer(landing);
    expect(answer?.journey).toEqual(journey);
    expect(answer?.parameters.get('code')).toBe('c');
    expect(landing.shown).toEqual(['/portal']);
    expect(landing.kept.size).toBe(0);
    expect(takeAnswer(landing)?.journey).toBeNull();
  });

  test('changes nothing on any other page', () => {
    const landing = landOn('/portal/guests', '?code=c');
    keepJourney(landing.store, journey);
    expect(takeAnswer(landing)).toBeNull();
    expect([landing.shown, landing.kept.size]).toEqual([[], 1]);
  });

  test('returns null for a plain visit of the address', () => {
    const landing = landOn('/portal/identity', '');
    expect(takeAnswer(landing)).toBeNull();
    expect(landing.shown).toEqual(['/portal']);
  });

  test('treats a damaged journey as a missing one', () => {
    const landing = landOn('/portal/identity', '?code=c&state=s');
    keepJourney(landing.store, journey);
    for (const key of landing.kept.keys()) landing.kept.set(key, '{');
    expect(takeAnswer(landing)?.journey).toBeNull();
    expect(landing.kept.size).toBe(0);
  });
});
