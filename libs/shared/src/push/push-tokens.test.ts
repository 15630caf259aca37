import { expect, test } from 'vitest';
import { createPushTokenCipher } from './push-tokens.ts';

const [first, second] = ['the first secret, 32 characters long', 'the second secret, 32 characters long'];
const token = 'fcm:APA91b-a-token';

test('a sealed token opens again, also after the secret has been replaced', () => {
  const sealed = createPushTokenCipher([first]).seal(token);
  expect(sealed).not.toContain(token);
  expect(createPushTokenCipher([second, first]).open(sealed)).toBe(token);
});

test('each sealing of a token yields another text', () => {
  const tokens = createPushTokenCipher([first]);
  expect(tokens.seal(token)).not.toBe(tokens.seal(token));
});

test('a text does not open with another secret, after a change, or if it was never sealed', () => {
  const tokens = createPushTokenCipher([first]);
  const sealed = tokens.seal(token);
  expect(createPushTokenCipher([second]).open(sealed)).toBeNull();
  expect(tokens.open(`${sealed.slice(0, -4)}AAAA`)).toBeNull();
  for (const text of ['', 'plain', `${sealed.slice(0, 9)}AAAA`]) expect(tokens.open(text)).toBeNull();
});

test('an empty list of secrets is refused', () => {
  expect(() => createPushTokenCipher([])).toThrow('at least one secret');
});
