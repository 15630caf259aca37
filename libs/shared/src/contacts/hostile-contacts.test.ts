import { labelOrder } from '@pas/platform/text/fold-text';
import { queryWords, searchWords } from '@pas/platform/text/search-words';
import { drillSize } from '@pas/testing/drill-size';
import { hostileTexts, randomTexts } from '@pas/testing/hostile/hostile-texts';
import { maxProcessorMs, measureCost } from '@pas/testing/hostile/measure-cost';
import { describe, expect, test } from 'vitest';
import { toLabelKey } from '../models/label-key.ts';
import { digestContacts } from '../personal/contact-digests.ts';
import { Email, emailKey, maskEmail } from './email.ts';
import { Locale, PersonName } from './person.ts';
import { couldBePhone, Phone, toE164 } from './phone.ts';

const texts = [
  ...Object.entries(hostileTexts),
  ...randomTexts(drillSize({ short: 20, long: 500 })).map(
    (make, index) => [`random ${index}`, make] as const,
  ),
];

const costOf = (work: () => unknown): number => measureCost(work).processorMs;

/** Readers of texts of any length: of a body, a caller's number or a carrier's message. */
const open: Readonly<Record<string, (text: string) => unknown>> = {
  'an e-mail': (text) => Email.safeParse(text),
  'a name': (text) => PersonName.safeParse(text),
  'a language': (text) => Locale.safeParse(text),
  'a phone': (text) => Phone.safeParse(text),
  'a phone of a country': (text) => toE164(text, 'US'),
  'a phone of any country': (text) => couldBePhone(text),
  'a contact in a webhook': (text) => digestContacts([text]),
};

/** Readers of texts whose length a schema has limited, with that length. */
const bounded: Readonly<Record<string, { maxLength: number; read: (text: string) => unknown }>> = {
  'the key of an e-mail': { maxLength: 254, read: emailKey },
  'a masked e-mail': { maxLength: 254, read: maskEmail },
  'the key of a label': { maxLength: 200, read: toLabelKey },
  'the words of a row': { maxLength: 254, read: (text) => searchWords(text, text, text) },
  'the order of a label': { maxLength: 200, read: labelOrder },
  'a search': { maxLength: 100, read: queryWords },
};

const bytes = drillSize({ short: 100, long: 1000 }) * 1024;

describe.each(Object.entries(open))('%s', (_name, read) => {
  test.each(texts)(`reads many %s within ${maxProcessorMs} ms`, (_unit, make) => {
    const text = make(bytes);
    expect(costOf(() => read(text))).toBeLessThan(maxProcessorMs);
  });
});

describe.each(Object.entries(bounded))('%s', (_name, { maxLength, read }) => {
  test('reads the longest texts quickly', () => {
    for (const [unit, make] of texts) {
      const text = make(4 * maxLength).slice(0, maxLength);
      expect([unit, costOf(() => read(text)) < maxProcessorMs]).toEqual([unit, true]);
    }
  });
});
