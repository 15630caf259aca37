import { expect, test } from 'vitest';
import { toShortText } from './gsm-text.ts';

test.each([
  ['plain', 'plain', 1],
  ['l’été – “ça”', 'l\'été - "ca"', 1],
  ['mañana, señor: ¿qué?', 'mañana, señor: ¿qué?', 1],
  ['a'.repeat(160), 'a'.repeat(160), 1],
  ['a'.repeat(161), 'a'.repeat(161), 2],
  ['a'.repeat(306), 'a'.repeat(306), 2],
  ['a'.repeat(307), 'a'.repeat(307), 3],
  ['€'.repeat(80), '€'.repeat(80), 1],
  // 76 two-septet characters fill 152 of 153 septets; the next one starts a new part.
  ['€'.repeat(153), '€'.repeat(153), 3],
  ['я'.repeat(70), 'я'.repeat(70), 1],
  ['я'.repeat(71), 'я'.repeat(71), 2],
  ['😀'.repeat(35), '😀'.repeat(35), 1],
  ['😀'.repeat(36), '😀'.repeat(36), 2],
])('%j is sent as %j in %i', (source, text, segments) => {
  expect(toShortText(source)).toEqual({ text, segments });
});
