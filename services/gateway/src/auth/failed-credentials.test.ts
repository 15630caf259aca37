import { describe, expect, test } from 'vitest';
import { limitFailedCredentials, networkOf } from './failed-credentials.ts';

describe('networkOf', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::9', '2001:db8:1:2'],
    ['2001:db8::9', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::', 'fe80:0:0:0'],
  ])('%s counts as %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

describe('limitFailedCredentials', () => {
  test('closes to an address after twenty failures, and to no other', async () => {
    const failures = limitFailedCredentials();
    for (let failure = 0; failure < 20; failure += 1) {
      await failures.requireOpen('192.0.2.7');
      await failures.count('192.0.2.7');
    }
    await expect(failures.requireOpen('192.0.2.7')).rejects.toMatchObject({
      code: 'rate_limited',
      details: { headers: { 'Retry-After': '600' } },
    });
    await expect(failures.requireOpen('192.0.2.8')).resolves.toBeUndefined();
  });

  test('takes the addresses of one IPv6 network for one', async () => {
    const failures = limitFailedCredentials();
    for (let host = 0; host < 20; host += 1) await failures.count(`2001:db8:1:2::${host.toString(16)}`);
    await expect(failures.requireOpen('2001:db8:1:2:ffff::1')).rejects.toMatchObject({
      code: 'rate_limited',
    });
    await expect(failures.requireOpen('2001:db8:1:3::1')).resolves.toBeUndefined();
  });
});
