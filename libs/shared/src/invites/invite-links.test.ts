import { describe, expect, test } from 'vitest';
import { createInviteLinks, hashInviteToken } from './invite-links.ts';

const [older, newer] = ['o'.repeat(32), 'n'.repeat(32)];
const links = createInviteLinks([older], 'https://portal.test');
const facts = { _id: 'inv_1', tokenVersion: 1, secretVersion: links.secretVersion };

describe('an invite link', () => {
  test('is the same in every process', () => {
    const again = createInviteLinks([older], 'https://portal.test');
    expect(again.linkOf(facts)).toEqual(links.linkOf(facts));
  });

  test('contains 256 bits in a form that needs no encoding', () => {
    const { token, inviteUrl } = links.linkOf(facts);
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(inviteUrl).toBe(`https://portal.test/join/${token}`);
  });

  test('differs for another invite, version or secret', () => {
    const other = createInviteLinks([newer], 'https://portal.test');
    const tokens = [
      links.linkOf(facts),
      links.linkOf({ ...facts, _id: 'inv_2' }),
      links.linkOf({ ...facts, tokenVersion: 2 }),
      links.linkOf({ ...facts, _id: 'inv_1|1', tokenVersion: 1 }),
      other.linkOf({ ...facts, secretVersion: other.secretVersion }),
    ].map(({ token }) => token);
    expect(new Set(tokens).size).toBe(tokens.length);
  });
});

describe('after a rotation of the secret', () => {
  const rotated = createInviteLinks([newer, older], 'https://portal.test');

  test('new tokens use the new secret, and old links stay the same', () => {
    expect(rotated.secretVersion).not.toBe(links.secretVersion);
    expect(rotated.secretVersion).toBe(createInviteLinks([newer], 'https://portal.test').secretVersion);
    expect(rotated.linkOf(facts)).toEqual(links.linkOf(facts));
  });

  test('a token of a removed secret cannot be made, and the error does not reveal the other secrets', () => {
    const without = createInviteLinks([newer], 'https://portal.test');
    expect(() => without.linkOf(facts)).toThrow(
      `The invite secret ${links.secretVersion} is no longer configured.`,
    );
  });

  test('the name of a secret does not reveal it', () => {
    expect(links.secretVersion).toMatch(/^[0-9a-f]{8}$/);
  });
});

test('only the SHA-256 of a token is stored', () => {
  expect(hashInviteToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
