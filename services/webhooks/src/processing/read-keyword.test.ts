import { expect, test } from 'vitest';
import { readKeyword } from './read-keyword.ts';

test.each([
  ['STOP', 'STOP'],
  [' stop. ', 'STOP'],
  ['"Stop!"', 'STOP'],
  ['Unsubscribe', 'STOP'],
  ['opt-out', 'STOP'],
  ['arrêt', 'STOP'],
  ['start', 'START'],
  ['UNSTOP', 'START'],
  ['Help?', 'HELP'],
  ['info', 'HELP'],
  ['please stop', null],
  ['do not stop at the door', null],
  ['', null],
  ['9', null],
])('%j asks for %s', (text, keyword) => {
  expect(readKeyword(text)).toBe(keyword);
});
