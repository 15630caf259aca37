import { escapeHtml } from '@pas/platform/http/escape-html';
import type { Mail } from './mailer.ts';
import { resetLanguageOf, resetWordsIn } from './reset-words.ts';

/** What the person who has forgotten the password is told. */
export interface ResetMailFacts {
  resetId: string;
  to: string;
  firstName: string | null;
  /** BCP 47; English where it is null or unknown. */
  locale: string | null;
  resetUrl: string;
  /** How long the link works, in whole minutes. */
  minutes: number;
}

/** Writes the mail with the link to set a new password, in plain text and in HTML; both carry the whole link. */
export function writeResetMail({ resetId, to, firstName, locale, resetUrl, minutes }: ResetMailFacts): Mail {
  const language = resetLanguageOf(locale);
  const words = resetWordsIn(language);
  const greeting =
    firstName === null ? words.greeting : words.greetingByName.replace('{name}', () => firstName);
  const expiry = words.expiry.replace('{minutes}', String(minutes));
  const { subject, request, button, copyLink, unexpected } = words;
  return {
    id: resetId,
    to,
    language,
    subject,
    text: `${greeting}\n\n${request}\n\n${resetUrl}\n\n${expiry}\n\n${unexpected}\n`,
    html: [
      `<!doctype html><html lang="${language}"><body style="font-family:system-ui,sans-serif;line-height:1.5;color:#1b1f24">`,
      `<p>${escapeHtml(greeting)}</p><p>${escapeHtml(request)}</p>`,
      `<p><a href="${escapeHtml(resetUrl)}" style="display:inline-block;padding:12px 20px;border-radius:8px;`,
      `background:#0b57d0;color:#ffffff;text-decoration:none">${escapeHtml(button)}</a></p>`,
      `<p>${escapeHtml(copyLink)} ${escapeHtml(resetUrl)}</p>`,
      `<p style="color:#57606a">${escapeHtml(expiry)} ${escapeHtml(unexpected)}</p></body></html>`,
    ].join(''),
  };
}
