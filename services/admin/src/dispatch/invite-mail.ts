import { escapeHtml } from '@pas/platform/http/escape-html';
import type { Mail } from './mailer.ts';

/** What the person who is invited is told. */
export interface InviteMailFacts {
  deliveryId: string;
  to: string;
  inviteeName: string | null;
  propertyName: string;
  unitLabel: string;
  inviteUrl: string;
  expiresAt: Date;
  /** IANA; the expiry is written in the property's own time. */
  timeZone: string;
}

/** The zone is named, because the invited person may live in another one. */
function formatExpiry(expiresAt: Date, timeZone: string): string {
  const date = { year: 'numeric', month: 'long', day: 'numeric' } as const;
  const time = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const;
  return expiresAt.toLocaleString('en-US', { ...date, ...time, timeZone });
}

/** Writes the invite as a mail, in plain text and in HTML; both carry the whole link. */
export function writeInviteMail(facts: InviteMailFacts): Mail {
  const { deliveryId, to, inviteeName, propertyName, unitLabel, inviteUrl } = facts;
  const expiry = formatExpiry(facts.expiresAt, facts.timeZone);
  const greeting = inviteeName === null ? 'Hello,' : `Hello ${inviteeName},`;
  const offer = `you are invited to ${propertyName}, ${unitLabel}. Sign up to open doors and take calls from the entrance.`;
  const hint = `The link is only for you. It is valid until ${expiry}. If you did not expect it, ignore this message.`;
  return {
    id: deliveryId,
    to,
    subject: `Your invite to ${propertyName}`,
    text: `${greeting}\n\n${offer}\n\n${inviteUrl}\n\n${hint}\n`,
    html: [
      '<!doctype html><html lang="en"><body style="font-family:system-ui,sans-serif;line-height:1.5;color:#1b1f24">',
      `<p>${escapeHtml(greeting)}</p><p>${escapeHtml(offer)}</p>`,
      `<p><a href="${escapeHtml(inviteUrl)}" style="display:inline-block;padding:12px 20px;border-radius:8px;`,
      'background:#0b57d0;color:#ffffff;text-decoration:none">Accept the invite</a></p>',
      `<p>Or copy this link: ${escapeHtml(inviteUrl)}</p><p style="color:#57606a">${escapeHtml(hint)}</p>`,
      '</body></html>',
    ].join(''),
  };
}
