import { describe, expect, test } from 'vitest';
import { signedUrls } from './signed-urls.ts';

const url = '/telephony-a/voice?x=1';

describe('a signature covers the public address', () => {
  test('with and without the port that the configuration names', () => {
    expect(signedUrls(['http://hooks.test:4001'])(url)).toEqual([
      `http://hooks.test:4001${url}`,
      `http://hooks.test${url}`,
    ]);
  });

  test.each([
    ['https://hooks.test', 443],
    ['http://hooks.test', 80],
  ])('%s may have the default port %i', (base, port) => {
    expect(signedUrls([base])(url)).toEqual([`${base}${url}`, `${base}:${port}${url}`]);
  });

  test('with its path, and without a port', () => {
    expect(signedUrls(['https://hooks.test:8443/base/'])(url)).toEqual([
      `https://hooks.test:8443/base${url}`,
      `https://hooks.test/base${url}`,
    ]);
  });

  test('with the trailing slash of the request', () => {
    expect(signedUrls(['https://hooks.test'])('/telephony-a/')).toEqual([
      'https://hooks.test/telephony-a/',
      'https://hooks.test:443/telephony-a/',
    ]);
  });
});
