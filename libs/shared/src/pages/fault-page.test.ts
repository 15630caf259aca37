import { errorCodes } from '../errors/error-codes.ts';
import { describe, expect, test } from 'vitest';
import { faultPages } from './fault-page.ts';

const pageOf = (status: number, code: string, language = 'en'): string => {
  const title = 'Title of the problem';
  const message = 'The message for programs.';
  const problem = {
    type: `/docs/errors#${code}`,
    title,
    status,
    code,
    message,
    correlationId: 'c'.repeat(8),
  };
  const reply = faultPages.render(problem, { path: '/join/token', headers: { 'accept-language': language } });
  expect(reply.status).toBe(status);
  return reply.html;
};

const words = (page: string): string[] =>
  [...page.matchAll(/<(?:h1|p)(?: class="\w+")?>(.+?)<\/(?:h1|p)>/gs)].map(([, text = '']) => text);

describe('the page of a failure', () => {
  test('only a used or replaced invite links to the portal', () => {
    expect(pageOf(410, 'invite_accepted')).toContain('<a class="button" href="/portal">Open my doors</a>');
    expect(pageOf(410, 'invite_superseded')).toContain('href="/portal"');
    expect(pageOf(410, 'invite_revoked')).not.toContain('href="/portal"');
  });

  const ofPages = Object.entries(errorCodes[410]).filter(([code]) => code !== 'cursor_expired');
  test.each(ofPages)('410 %s has its own text, and shows it once', (code) => {
    const [title = '', advice = '', reference] = words(pageOf(410, code));
    expect(title).not.toBe('Something did not work');
    expect(advice).not.toContain(title);
    expect(advice).not.toContain('programs');
    expect(reference).toContain('cccccccc');
  });

  test.each([
    [400, 'malformed_request', 'This link can’t be read'],
    [403, 'tenant_suspended', 'This service is suspended'],
    [404, 'path_not_found', 'We don’t know this link'],
    [405, 'method_not_allowed', 'This page can’t do that'],
    [413, 'body_too_large', 'The form is too long'],
    [415, 'unsupported_media_type', 'This form can’t be read'],
    [429, 'rate_limited', 'Too many attempts'],
    [500, 'internal_error', 'Something went wrong on our side'],
    [502, 'bad_upstream', 'We’ll be right back'],
    [503, 'overloaded', 'We’ll be right back'],
    [504, 'upstream_timeout', 'We’ll be right back'],
  ])('%i %s is titled “%s”', (status, code, title) => {
    const page = pageOf(status, code);
    expect(page).toContain(`<title>${title}</title>`);
    expect(words(page)[0]).toBe(title);
  });

  test('a failure without its own text shows advice, and not the message for programs', () => {
    const page = pageOf(409, 'unheard_of');
    expect(words(page)).toContain('Something did not work');
    expect(page).not.toContain('The message for programs.');
  });

  test.each([
    ['es', 'Esta invitación ha caducado'],
    ['fr', 'Cette invitation a expiré'],
    ['de', 'Diese Einladung ist abgelaufen'],
  ])('a reader of %s sees “%s”', (language, title) => {
    const page = pageOf(410, 'invite_expired', language);
    expect(page).toContain(`<html lang="${language}" dir="ltr">`);
    expect(page).toContain(`<title>${title}</title>`);
  });
});
