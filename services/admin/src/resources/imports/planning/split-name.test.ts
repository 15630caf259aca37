import { expect, test } from 'vitest';
import { splitName } from './split-name.ts';

const names: readonly (readonly [text: string, firstName: string | null, lastName: string | null])[] = [
  ['Clara Reyes', 'Clara', 'Reyes'],
  ['Reyes, Clara', 'Clara', 'Reyes'],
  ['Reyes,Clara María', 'Clara María', 'Reyes'],
  ['María del Carmen López', 'María del Carmen', 'López'],
  ['Anna de la Cruz', 'Anna', 'de la Cruz'],
  ['de la Cruz, Anna', 'Anna', 'de la Cruz'],
  ['Ludwig van Beethoven', 'Ludwig', 'van Beethoven'],
  ['Van Morrison', 'Van', 'Morrison'],
  ['John Smith Jr.', 'John', 'Smith Jr.'],
  ['John Smith, Jr.', 'John', 'Smith Jr.'],
  ['Clara', 'Clara', null],
  ['Clara,', 'Clara', null],
  ['Clara\u00a0Reyes', 'Clara', 'Reyes'],
  ['Smith-Jones, Anne-Marie', 'Anne-Marie', 'Smith-Jones'],
];

test.each(names)('“%s” has the first name %s and the last name %s', (text, firstName, lastName) => {
  expect(splitName(text)).toEqual({ firstName, lastName });
});
