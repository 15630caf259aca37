import { expect, test } from 'vitest';
import { languageOfNumber } from './number-language.ts';

test.each([
  ['+12025550123', 'en'],
  ['+4930901820', 'de'],
  ['+431234567', 'de'],
  ['+33140205050', 'fr'],
  ['+34911234567', 'es'],
  ['+525512345678', 'es'],
  ['+59322345678', 'es'],
  ['+5521987654321', 'en'],
  ['anonymous', 'en'],
  [undefined, 'en'],
])('callers of %s hear %s', (number, language) => {
  expect(languageOfNumber(number)).toBe(language);
});
