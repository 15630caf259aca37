import { createSealedTexts } from '@pas/platform/secrets/sealed-text';
import { expect, test } from 'vitest';
import { openSecrets, rotatedSecrets } from './signing-secrets.ts';

const texts = createSealedTexts('tests', ['a secret of at least 32 characters']);
const rotatedAt = new Date('2026-03-01T12:00:00.000Z');
const hoursLater = (hours: number): Date => new Date(rotatedAt.getTime() + hours * 3_600_000);

test('the previous secret signs for 24 hours after a rotation, and no longer', () => {
  const first = [{ sealed: texts.seal('first'), until: null }];
  const rotated = rotatedSecrets({ secrets: first, now: rotatedAt }, texts.seal('second'));
  expect(openSecrets(texts, rotated, hoursLater(23.9))).toEqual(['second', 'first']);
  expect(openSecrets(texts, rotated, hoursLater(24))).toEqual(['second']);
});

test('a second rotation ends the oldest secret immediately', () => {
  const first = [{ sealed: texts.seal('first'), until: null }];
  const once = rotatedSecrets({ secrets: first, now: rotatedAt }, texts.seal('second'));
  const twice = rotatedSecrets({ secrets: once, now: hoursLater(1) }, texts.seal('third'));
  expect(openSecrets(texts, twice, hoursLater(2))).toEqual(['third', 'second']);
});
