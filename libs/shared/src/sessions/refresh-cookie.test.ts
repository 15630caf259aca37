import { expect, test } from 'vitest';
import type { SessionRow } from '../models/session.ts';
import { createRefreshCookie } from './refresh-cookie.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const session = {
  idleExpiresAt: new Date('2026-03-31T12:00:00.000Z'),
  absoluteExpiresAt: new Date('2026-03-02T12:00:00.000Z'),
} as SessionRow;

test('behind TLS no other host can set the cookie; it ends with the session', () => {
  const cookie = createRefreshCookie('https://portal.test', 'PROD');
  expect(cookie.set(session, 'a-token', now)).toBe(
    '__Host-pas_refresh=a-token; Path=/; HttpOnly; SameSite=Strict; Secure; Max-Age=86400',
  );
  expect(cookie.clear()).toBe('__Host-pas_refresh=; Path=/; HttpOnly; SameSite=Strict; Secure; Max-Age=0');
});

test('without TLS the environment keeps cookies of one host apart', () => {
  const cookie = createRefreshCookie('http://localhost:3000', 'DEV');
  expect(cookie.set(session, 'a-token', now)).toBe(
    'pas_refresh_DEV=a-token; Path=/; HttpOnly; SameSite=Strict; Max-Age=86400',
  );
  expect(cookie.read('pas_refresh_TEST=other; pas_refresh_DEV=a-token')).toBe('a-token');
  for (const none of [undefined, '', 'pas_refresh_DEV=', 'xpas_refresh_DEV=a', '__Host-pas_refresh=a']) {
    expect(cookie.read(none)).toBeNull();
  }
});
