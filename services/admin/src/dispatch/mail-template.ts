import { readFileSync } from 'node:fs';
import { escapeHtml } from '@pas/platform/http/escape-html';

/** Reads the HTML of a mail, in which `{{name}}` stands for a text. `tools/src/mail` makes it. */
export const openMailTemplate = (file: string): string =>
  readFileSync(new URL(`./${file}`, import.meta.url), 'utf8');

/** Puts texts into a mail; each is escaped. */
export const fillMail = (template: string, texts: Readonly<Record<string, string>>): string =>
  template.replaceAll(/\{\{(\w+)\}\}/g, (_whole, name: string) => escapeHtml(texts[name] ?? ''));
