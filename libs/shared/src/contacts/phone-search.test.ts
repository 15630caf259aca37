import { expect, test } from 'vitest';
import { phoneWords } from './phone-search.ts';

test.each([
  ['+12125550123', ['12125550123', '2125550123', '5550123']],
  ['+4930901820', ['4930901820', '30901820', '030901820', '0901820']],
  ['+525512345678', ['525512345678', '5512345678', '5215512345678', '2345678']],
  [null, []],
])('%s is found by %j', (phone, words) => {
  expect(phoneWords(phone)).toEqual(words);
});
