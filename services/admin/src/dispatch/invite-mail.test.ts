import { describe, expect, test } from 'vitest';
import { writeInviteMail, type InviteMailFacts } from './invite-mail.ts';

const facts: InviteMailFacts = {
  deliveryId: 'dlv_1',
  to: 'jordan@example.test',
  inviteeName: 'Jordan <b>',
  propertyName: 'Harbor & View',
  unitLabel: 'Apt 4B',
  inviteUrl: 'http://127.0.0.1:8080/join/token',
  expiresAt: new Date('2026-03-01T04:30:00.000Z'),
  timeZone: 'America/New_York',
};

describe('writeInviteMail', () => {
  test('tells until when the link is good in the property’s time, and names the zone', () => {
    const { text, html } = writeInviteMail(facts);
    for (const part of [text, html]) expect(part).toContain('valid until February 28, 2026 at 11:30 PM EST');
  });

  test('carries the whole link in both parts', () => {
    const { text, html } = writeInviteMail(facts);
    expect(text.split('\n')).toContain(facts.inviteUrl);
    expect(html).toContain(`href="${facts.inviteUrl}"`);
  });

  test('lets no name be markup', () => {
    const { html, subject } = writeInviteMail(facts);
    expect(html).toContain('Hello Jordan &lt;b&gt;,');
    expect(html).toContain('Harbor &amp; View');
    expect(subject).toBe('Your invite to Harbor & View');
  });
});
