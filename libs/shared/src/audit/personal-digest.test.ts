import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { personalDigest } from './personal-digest.ts';

const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

test('is SHA-256 over the salt and the value in canonical JSON', () => {
  expect(personalDigest('salt', 'Zoë "Z" B.')).toBe(`sha256:${sha256('salt"Zoë \\"Z\\" B."')}`);
  expect(personalDigest('salt', { b: 1, a: [2] })).toBe(`sha256:${sha256('salt{"a":[2],"b":1}')}`);
});

test('depends on the salt, and not on the order of members', () => {
  expect(personalDigest('one', 'a')).not.toBe(personalDigest('two', 'a'));
  expect(personalDigest('one', { a: 1, b: 2 })).toBe(personalDigest('one', { b: 2, a: 1 }));
});
