import { expect, test } from 'vitest';
import { redact } from './redact.ts';

test('tokens within texts are replaced', () => {
  const secret = 'A'.repeat(43);
  const texts = [
    `Sign up: https://portal.test/join/${secret}?x=1`,
    `Your pass: https://portal.test/pass/${secret}`,
    `pas_live_0aZ31bYq7Tn4_${secret}`,
    `pac_0aZ31bYq7Tn4_${secret}`,
    `whsec_${secret}`,
    `eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJ1c2VyXzEifQ.${secret}`,
  ];
  const cleaned = redact({ texts }, []) as { texts: string[] };
  expect(cleaned.texts.filter((text) => text.includes('A'.repeat(8)))).toEqual([]);
  expect(cleaned.texts[0]).toBe('Sign up: https://portal.test/join/[redacted]?x=1');
});

test('a field that the description marks is replaced at every depth', () => {
  const pass = { holders: [{ name: 'Sam', url: 'https://portal.test/x', uses: 0 }] };
  expect(redact({ pass, endpoint: { url: null } }, ['url'])).toEqual({
    pass: { holders: [{ name: 'Sam', url: '[redacted]', uses: 0 }] },
    endpoint: { url: null },
  });
});

test('counts and states with the name of a secret stay', () => {
  const value = { byMethod: { PIN: 12 }, secretAvailable: true, tokenLast6: 'a1b2c3' };
  expect(redact(value, [])).toEqual(value);
});
