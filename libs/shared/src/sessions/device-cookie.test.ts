import { describe, expect, test } from 'vitest';
import { createDeviceCookie } from './device-cookie.ts';

const token = 'x'.repeat(43);

describe('the device cookie', () => {
  test('is limited to this host with TLS', () => {
    const cookie = createDeviceCookie('https://portal.test', 'PROD');
    expect(cookie.set(token)).toBe(
      `__Host-pas_device=${token}; Path=/; HttpOnly; SameSite=Strict; Secure; Max-Age=2592000`,
    );
    expect(cookie.tokenOf(`a=1; __Host-pas_device=${token}`)).toBe(token);
  });

  test('contains the name of its environment without TLS', () => {
    const cookie = createDeviceCookie('http://127.0.0.1:1', 'DEV');
    expect(cookie.set(token)).toBe(
      `pas_device_DEV=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=2592000`,
    );
  });

  test.each([
    undefined,
    '',
    'pas_device_TEST=',
    `pas_device_TEST=${token}`,
    'pas_device_DEV=short',
    'pas_device_DEV=$where',
  ])('is a new one of 256 bits for %j', (header) => {
    const cookie = createDeviceCookie('http://127.0.0.1:1', 'DEV');
    const [one, two] = [cookie.tokenOf(header), cookie.tokenOf(header)];
    expect([one.length, one === token, one === two]).toEqual([43, false, false]);
  });
});
