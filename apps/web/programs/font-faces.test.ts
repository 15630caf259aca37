import { expect, test } from 'vitest';
import { de } from '../src/portal/messages/de.ts';
import { en } from '../src/portal/messages/en.ts';
import { es } from '../src/portal/messages/es.ts';
import { fr } from '../src/portal/messages/fr.ts';
import { readFontFaces } from './font-faces.ts';

const [base, accents] = readFontFaces().map(({ characters }) => new Set(characters));

/** The characters of messages that are not in a set. */
const missing = (messages: object, present: ReadonlySet<string> = new Set()): string[] => [
  ...new Set(Object.values(messages).join('')).difference(present),
];

test('the first file of the font has all characters of the English messages', () => {
  expect(missing(en, base)).toEqual([]);
});

test.each(Object.entries({ es, fr, de }))(
  'both files have all characters of the messages in %s',
  (_, messages) => {
    expect(missing(messages, base).length).toBeGreaterThan(0);
    expect(missing(messages, base?.union(accents ?? new Set()))).toEqual([]);
  },
);
