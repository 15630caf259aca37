import { expect, test } from 'vitest';
import { mintControllerKey, parseControllerKey } from './controller-key-format.ts';
import { mintApiKey, parseApiKey } from './key-format.ts';

test('a minted key identifies its record, and no other kind of key is accepted', () => {
  const { key, publicId } = mintControllerKey();
  expect(key).toMatch(/^pac_[0-9A-Za-z]{12}_[0-9A-Za-z]{49}$/);
  expect(parseControllerKey(key)).toEqual({ publicId });
  expect(parseApiKey(key)).toBeNull();
  expect(parseControllerKey(mintApiKey('DEV').key)).toBeNull();
});

test('a mistyped key is refused by its checksum', () => {
  const { key } = mintControllerKey();
  const mistyped = key.slice(0, 20) + (key[20] === 'a' ? 'b' : 'a') + key.slice(21);
  for (const text of [mistyped, `${key}0`, ` ${key}`, key.slice(0, -1), '']) {
    expect(parseControllerKey(text)).toBeNull();
  }
});
