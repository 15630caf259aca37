import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSessionValues } from './session-values.ts';

const values = createSessionValues('a client secret of the tests');

test('a minted value is ours at every gateway with the secret, and is unique', () => {
  const minted = Array.from({ length: 100 }, () => values.mint());
  const another = createSessionValues('a client secret of the tests');
  expect(minted.every((value) => values.isOurs(value) && another.isOurs(value))).toBe(true);
  expect(new Set(minted).size).toBe(100);
  expect(minted.every((value) => /^[\w-]{43}$/.test(value))).toBe(true);
});

test('a value of another secret, a forged value and a changed value are not ours', () => {
  const minted = values.mint();
  const other = createSessionValues('another client secret').mint();
  const madeUp = Array.from({ length: 100 }, () => randomBytes(32).toString('base64url'));
  const changed = Array.from({ length: minted.length }, (_, at) => {
    const other = minted[at] === 'A' ? 'B' : 'A';
    return `${minted.slice(0, at)}${other}${minted.slice(at + 1)}`;
  });
  for (const value of [other, ...madeUp, ...changed, '', 'x', `${minted}A`, `${minted}=`]) {
    expect([value, values.isOurs(value)]).toEqual([value, false]);
  }
});
