import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { networkOf } from './network-of.ts';

describe('networkOf', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::9', '2001:db8:1:2'],
    ['2001:DB8:0001:0002::9', '2001:db8:1:2'],
    ['2001:db8::9', '2001:db8:0:0'],
    ['2001:db8:1:2::192.0.2.7', '2001:db8:1:2'],
    ['::1', '0:0:0:0'],
    ['fe80::', 'fe80:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['fe80::2%1', 'fe80:0:0:0'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:0207', '192.0.2.7'],
    ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
    ['64:ff9b::c000:207', '192.0.2.7'],
    ['not:an:address', 'not:an:address'],
    ['unknown', 'unknown'],
    ['', ''],
  ])('%s counts as %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  test('all spellings of the addresses of one /64 are one network', () => {
    const group = fc.integer({ min: 0, max: 0xffff });
    const network = fc.tuple(fc.integer({ min: 0x2000, max: 0x3fff }), group, group, group);
    const host = fc.tuple(group, group, group, group);
    fc.assert(
      fc.property(network, host, fc.boolean(), (of, at, isPadded) => {
        const write = (part: number): string => part.toString(16).padStart(isPadded ? 4 : 1, '0');
        const plain = [...of, ...at].map(write).join(':');
        const expected = of.map((part) => part.toString(16)).join(':');
        expect(networkOf(plain)).toBe(expected);
        expect(networkOf(plain.toUpperCase())).toBe(expected);
        expect(networkOf(`${plain}%zone`)).toBe(expected);
        expect(networkOf(`${of.map(write).join(':')}::1`)).toBe(expected);
      }),
    );
  });
});
