import type { IncomingHttpHeaders } from 'node:http';
import { headerValues, readHeaders } from '@pas/testing/hostile/header-values';
import { growthMiB, maxGrowthMiB, maxProcessorMs, measureCost } from '@pas/testing/hostile/measure-cost';
import type { Request } from 'express';
import { expect, test } from 'vitest';
import { readCredential, readTokenClaim } from './auth/read-credential.ts';
import { operatorCookies } from './operators/operator-cookies.ts';
import { ReturnTo } from './operators/return-to.ts';
import { refuseMalformed } from './refuse-malformed.ts';
import { isPlainPath } from './route-table.ts';
import { forwardedHeaders } from './strip-headers.ts';

const cookies = operatorCookies('https://console.example.test', 'TEST');

/** The headers of a request that all have the same value. */
const all = (value: string): IncomingHttpHeaders =>
  Object.fromEntries(readHeaders.map((name) => [name.toLowerCase(), value]));

/** Header lines that differ, as many as one request may have. */
const manyNames = Object.fromEntries(
  Array.from({ length: 2000 }, (_, index) => [`x-${index.toString(36)}`, 'a']),
);

const edge = {
  assertion: 'a',
  correlationId: 'b',
  traceparent: 'c',
  client: { address: '127.0.0.1', protocol: 'https', host: 'api.example.test' },
  keepsAuthorization: false,
  signInCookies: new Set(['__Host-pas_refresh']),
};

const requestWith = (value: string): Request =>
  ({
    url: `/${value}`,
    httpVersion: '1.1',
    headers: { host: value },
    rawHeaders: Array.from({ length: 4000 }, () => 'X-Pas-Client'),
  }) as unknown as Request;

const readers: Readonly<Record<string, (value: string) => unknown>> = {
  'a credential': (value) => readCredential(all(value)),
  'the claim of a token': (value) => readTokenClaim(value.replace(/^Bearer */, '')),
  'a session cookie': (value) => cookies.session.read(value),
  'the cookies of log-ins': (value) => cookies.loginStates(value),
  'the way back of a log-in': (value) => ReturnTo.safeParse(`/${value}`),
  'a request': (value) => refuseMalformed(requestWith(value), {} as never, () => undefined),
  'a path': isPlainPath,
  'the headers that are passed on': (value) => forwardedHeaders({ ...all(value), ...manyNames }, edge),
};

test.each(Object.entries(readers))('%s: no header exceeds its time limit', (_name, read) => {
  for (const [name, make] of Object.entries(headerValues)) {
    const value = make();
    const { processorMs, status } = measureCost(() => read(value));
    expect([name, status < 500, processorMs < maxProcessorMs]).toEqual([name, true, true]);
  }
});

test('unique header names do not fill memory', () => {
  const send = (): void => {
    for (let request = 0; request < 5000; request += 1) {
      const names = Array.from({ length: 20 }, (_, index) => [
        `x-${request}-${index}-${'n'.repeat(200)}`,
        'a',
      ]);
      forwardedHeaders(Object.fromEntries(names) as IncomingHttpHeaders, edge);
    }
  };
  expect(growthMiB(send)).toBeLessThan(maxGrowthMiB);
});
