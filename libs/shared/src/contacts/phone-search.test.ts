import { describe, expect, test } from 'vitest';
import { phoneWords, searchWithPhones } from './phone-search.ts';

test.each([
  ['+12125550123', ['12125550123', '2125550123']],
  ['+4930901820', ['4930901820', '30901820', '030901820']],
  [null, []],
])('%s is found by %j', (phone, words) => {
  expect(phoneWords(phone)).toEqual(words);
});

describe('searchWithPhones', () => {
  test.each(['(212) 555', '212-555', '+1 212', '212.555', '２１２ 555'])(
    '%s also searches by its digits',
    (q) => {
      const digits = q.normalize('NFKC').replaceAll(/\D/g, '');
      expect(JSON.stringify(searchWithPhones(q))).toContain(`"$gte":"${digits}"`);
    },
  );

  test.each(['212555', 'jordan', 'jordan 212', '4-b', '1-2', '() ', undefined])('%s does not', (q) => {
    expect(searchWithPhones(q)).not.toHaveProperty('$and');
  });
});
