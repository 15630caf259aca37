import { expect, test } from 'vitest';
import { browserOf, nameOfStaff, roleOf, type StaffSession } from './describe-session.ts';

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) AppleWebKit/605 Version/18.0 Safari/605', 'Safari on Mac'],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537 Chrome/140.0 Safari/537 Edg/140.0', 'Edge on Linux'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) CriOS/140.0 Safari/604', 'Chrome on iPhone'],
  ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537 Chrome/140.0 Mobile Safari/537', 'Chrome on Android'],
  ['curl/8.5.0', 'Unknown browser'],
  [null, 'Unknown browser'],
])('the browser %s reads “%s”', (userAgent, words) => {
  expect(browserOf({ userAgent })).toBe(words);
});

test('a person without a name is named by the e-mail, then by the id', () => {
  const sessionOf = (staff: object) =>
    ({ staff: { id: 'person_1', name: null, email: null, ...staff } }) as StaffSession;
  expect(nameOfStaff(sessionOf({ name: 'Dana Reed', email: 'dana@harbor.test' }))).toBe('Dana Reed');
  expect(nameOfStaff(sessionOf({ email: 'dana@harbor.test' }))).toBe('dana@harbor.test');
  expect(nameOfStaff(sessionOf({}))).toBe('person_1');
  expect([roleOf(sessionOf({ role: 'FRONT_DESK' })), roleOf(sessionOf({ role: null }))]).toEqual([
    'Front desk',
    'No role',
  ]);
});
