import { expect, test } from 'vitest';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';

const others = { de, es, fr };
const valuesIn = (message: string): string[] =>
  [...message.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

test.each(Object.entries(others))(
  'the messages in %s have the values of the English ones',
  (_language, messages) => {
    for (const [key, message] of Object.entries(messages)) {
      const wanted = valuesIn(en[key as keyof typeof en]).filter((name) => name !== 'what');
      expect([key, valuesIn(message).toSorted()]).toEqual([key, wanted.toSorted()]);
    }
  },
);

test('French has a no-break space before its punctuation', () => {
  expect(Object.entries(fr).filter(([, message]) => /[ \u202F][?:!;»]|« /.test(message))).toEqual([]);
});

// One form of address and one term per thing in each language.
test.each([
  ['de', de, /\b(du|dich|dein\w*|Zutritt\w*|Schlüsselcode|Verwaltung)\b/],
  ['fr', fr, /\b(tu|toi|tes|laissez-passer|syndic|propriétaire)\b/i],
  ['es', es, /\b(tú|tu|tus|puedes|tienes|administrador\w*|hogares|invitad[oa]s?)\b/i],
])('%s uses no other form of address and no second term', (_language, messages, others) => {
  expect(Object.entries(messages).filter(([, message]) => others.test(message))).toEqual([]);
});
