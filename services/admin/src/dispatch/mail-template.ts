import { readFileSync } from 'node:fs';
import { escapeHtml } from '@pas/platform/http/escape-html';
import { renderMailBrand, type MailBrand } from './mail-brand.ts';

/** Reads the HTML of a mail, in which `{{name}}` stands for a text. `apps/mail` renders it. */
export const openMailTemplate = (name: 'account' | 'alert' | 'invite' | 'reset'): string =>
  readFileSync(new URL(`../../../../apps/mail/dist/${name}.html`, import.meta.url), 'utf8');

/** The content of a mail, by the names of its placeholders. */
export interface MailContent {
  brand: MailBrand;
  /** Escaped. The heading is the subject unless a text has its name. */
  texts: Readonly<Record<string, string>>;
  /** Markup that is not escaped. */
  markup?: Readonly<Record<string, string>>;
}

/** Puts the appearance of a company and texts into a mail. */
export function fillMail(template: string, { brand, texts, markup = {} }: MailContent): string {
  const values: Readonly<Record<string, string>> = {
    ...Object.fromEntries(
      Object.entries({ heading: texts['subject'] ?? '', ...texts }).map(([name, text]) => [
        name,
        escapeHtml(text),
      ]),
    ),
    ...markup,
    accent: brand.accent,
    brand: renderMailBrand(brand),
  };
  return template.replaceAll(/\{\{(\w+)\}\}/g, (_whole, name: string) => values[name] ?? '');
}
