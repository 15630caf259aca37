import { describe, expect, test } from 'vitest';
import { writeInviteMail } from './invite-mail.ts';
import { composeMessage, type InviteFacts } from './invite-message.ts';
import { writeInviteText } from './invite-text.ts';

const harborHomes = { name: 'Harbor Homes', accent: '#1d5fc4', logoUrl: null };

const facts: InviteFacts = {
  kind: 'INVITE',
  invite: { inviteeName: 'Jordan <b>', locale: null, expiresAt: new Date('2026-03-01T04:30:00.000Z') },
  brand: harborHomes,
  property: { name: 'Harbor & View', locale: 'en', timeZone: 'America/New_York' },
  unitLabel: 'Apt 4B',
  inviteUrl: `http://127.0.0.1:8080/join/${'A'.repeat(43)}`,
};

const mailOf = (changes: Partial<InviteFacts> = {}) =>
  writeInviteMail(composeMessage({ ...facts, ...changes }));
const textOf = (changes: Partial<InviteFacts> = {}) =>
  writeInviteText(composeMessage({ ...facts, ...changes }));
const inLocale = (locale: string | null) => ({ invite: { ...facts.invite, locale } });

/** Returns the visible text of a page. */
const visible = (html: string): string =>
  html
    .replace(/^.*<body[^>]*>/s, '')
    .replaceAll(/<!--.*?-->|<div style="display:none.*?<\/div>/gs, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#39;', "'")
    .replaceAll(/\s+/g, ' ');

describe('writeInviteMail', () => {
  test('states the expiry of the link in the property’s time zone, and names the zone', () => {
    const { text, html } = mailOf();
    for (const part of [text, html]) expect(part).toContain('valid until February 28, 2026 at 11:30 PM EST');
  });

  test.each([
    ['es', 'El enlace es válido hasta el 28 de febrero de 2026', 'Aceptar la invitación'],
    ['fr-CA', 'Le lien est valable jusqu’au 28 février 2026', 'Accepter l’invitation'],
    ['de-AT', 'Der Link gilt bis 28. Februar 2026', 'Einladung annehmen'],
  ])('is in the language of %s', (locale, expiry, button) => {
    const { text, html, language } = mailOf(inLocale(locale));
    expect(language).toBe(locale.slice(0, 2));
    expect(html).toContain(`<html lang="${language}" dir="ltr"`);
    for (const part of [text, visible(html)])
      for (const words of [expiry, button]) expect(part).toContain(words);
  });

  test('uses the property’s language for an invite without one, and English when neither is known', () => {
    const german = { ...facts.property, locale: 'de' };
    expect(mailOf({ property: german }).language).toBe('de');
    expect(mailOf({ property: german, ...inLocale('fr') }).language).toBe('fr');
    expect(mailOf({ property: { ...german, locale: 'ja' } }).language).toBe('en');
    expect(mailOf({ property: german, locale: 'es' }).language).toBe('es');
  });

  test('has the same content in both parts', () => {
    const { text, html } = mailOf();
    const shown = visible(html);
    const said = text
      .replace('-- \n', '')
      .split('\n')
      .filter((line) => line !== '' && line !== 'Accept the invite:');
    for (const line of said) expect(shown).toContain(line);
  });

  test('has the whole link in both parts, and loads no remote content', () => {
    const { text, html } = mailOf();
    expect(text.split('\n')).toContain(facts.inviteUrl);
    expect(html).toContain(`href="${facts.inviteUrl}"`);
    expect(html).not.toMatch(/<(img|link|script)|url\(|@import|@font-face/);
  });

  test('shows the accent and the logo, with the name for programs that load no images', () => {
    const logoUrl = 'https://portal.test/brand/ten_1/0a1b';
    const { html } = mailOf({ brand: { name: 'Harbor "&" Homes', accent: '#0b6e4f', logoUrl } });
    expect(html).toContain(`<img src="${logoUrl}" alt="Harbor &quot;&amp;&quot; Homes" height="40"`);
    expect(html).toContain('bgcolor="#0b6e4f"');
    expect(html).not.toContain('#1d5fc4');
  });

  test('escapes names in HTML', () => {
    const { html, subject } = mailOf();
    expect(html).toContain('Hello Jordan &lt;b&gt;,');
    expect(html).toContain('Harbor &amp; View');
    expect(subject).toBe('Your invite to Harbor & View');
  });

  test.each(['House\r\nBcc: all@example.test', 'House\u2028Bcc: all@example.test', 'Ho\u202euse\u0000'])(
    'keeps a name within one line: %j',
    (name) => {
      const { subject } = mailOf({ property: { ...facts.property, name } });
      expect(subject).toMatch(/^Your invite to House( Bcc: all@example\.test)?$/);
    },
  );

  test('leaves no placeholder, and expands no placeholder inside a name', () => {
    const tricky = { ...facts.property, name: '{url} {{url}} $& {expiry}' };
    const { html, text, subject } = mailOf({ property: tricky, kind: 'REMINDER' });
    expect(subject).toBe('Reminder: your invite to {url} {{url}} $& {expiry}');
    expect(text).toContain('at {url} {{url}} $& {expiry}.');
    expect(html.replaceAll('{{url}}', '')).not.toContain('{{');
  });
});

describe('writeInviteText', () => {
  test.each(['en', 'es', 'fr', 'de'])('is short in %s: two parts with the whole link', (locale) => {
    const { text, segments } = textOf(inLocale(locale));
    expect(text).toContain(facts.inviteUrl);
    expect(text).toContain('STOP');
    expect(text).not.toContain('..');
    expect(segments).toBe(2);
  });

  test('shortens long names, and keeps a name in another script whole', () => {
    expect(textOf({ brand: { ...harborHomes, name: 'x'.repeat(200) } }).text).toMatch(/^x{29}\.\.\.: /);
    const { text, segments } = textOf({ brand: { ...harborHomes, name: 'Дом у гавани' } });
    expect(text).toContain('Дом у гавани');
    expect(segments).toBeGreaterThan(2);
  });
});
