import { describe, expect, test } from 'vitest';
import { chooseCorrelationId, mintTraceparent, readTraceparent } from './trace.ts';

describe('chooseCorrelationId', () => {
  test('accepts a well-formed id of the caller', () => {
    expect(chooseCorrelationId('order-2026.11_21')).toBe('order-2026.11_21');
  });

  test.each([[undefined], ['short'], ['a'.repeat(65)], ['with space'], ['new\nline-at-end'], ['ünïcode-id']])(
    'mints one in place of %j',
    (offered) => {
      expect(chooseCorrelationId(offered)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/);
    },
  );
});

describe('readTraceparent', () => {
  test('accepts a well-formed header, and any that is minted here', () => {
    const offered = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    expect(readTraceparent(offered)).toBe(offered);
    const minted = mintTraceparent();
    expect(readTraceparent(minted)).toBe(minted);
    expect(mintTraceparent()).not.toBe(minted);
  });

  test.each([
    [undefined],
    [`00-${'0'.repeat(32)}-00f067aa0ba902b7-01`],
    [`00-4bf92f3577b34da6a3ce929d0e0e4736-${'0'.repeat(16)}-01`],
    ['ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'],
    ['00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01'],
  ])('ignores %j', (offered) => {
    expect(readTraceparent(offered)).toBeNull();
  });
});
