import { expect, test } from 'vitest';
import { wantsPage } from './wants-page.ts';

test.each([
  ['no Accept', undefined],
  ['an empty Accept', ''],
  ['any type', '*/*'],
  ['any text', 'text/*'],
  ['the types of a browser', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
  ['a page before JSON', 'application/json;q=0.5, text/html'],
  ['equal preferences, the page first', 'text/html, application/json'],
  ['only another type', 'image/png'],
  ['JSON that is refused', 'application/json;q=0'],
  ['an unreadable Accept', ';;,/,q=,\t"'],
])('a request with %s gets a page', (_what, accept) => {
  expect(wantsPage({ accept })).toBe(true);
});

test.each([
  ['only JSON', 'application/json'],
  ['JSON in capitals', 'Application/JSON; charset=utf-8'],
  ['a problem body', 'application/problem+json'],
  ['any type of application', 'application/*'],
  ['JSON before any other type', 'application/json, text/plain, */*'],
  ['JSON before a page', 'text/html;q=0.8, application/json'],
  ['no page', 'text/html;q=0, */*'],
])('a request that prefers %s gets JSON', (_what, accept) => {
  expect(wantsPage({ accept })).toBe(false);
});

test.each([
  ['a JSON body decides', { 'content-type': 'application/json; charset=utf-8' }],
  ['credentials decide', { authorization: 'Bearer x' }],
])('%s where Accept has no preference', (_what, headers) => {
  expect(wantsPage({ ...headers, accept: '*/*' })).toBe(false);
  expect(wantsPage(headers)).toBe(false);
  expect(wantsPage({ ...headers, accept: 'text/html' })).toBe(true);
});
