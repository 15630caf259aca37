import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import mjml from 'mjml';
import type { GeneratedFile } from '../generated-file.ts';

interface Rendered {
  html: string;
  errors: readonly { formattedMessage: string }[];
}

/** Takes the markup, and answers the HTML and what is wrong with the markup. */
const render = mjml as unknown as (source: string, options: object) => Promise<Rendered> | Rendered;

/** Blank lines and the blanks at the ends of lines say nothing, and each mail would carry them. */
const compact = (html: string): string =>
  html
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');

/** The mails, by the name of their markup. */
const mails = ['alert', 'invite', 'reset'] as const;

/** @throws Error that names every fault of the markup */
async function mailFile(name: (typeof mails)[number]): Promise<GeneratedFile> {
  const source = await readFile(join(import.meta.dirname, `${name}.mjml`), 'utf8');
  const { html, errors } = await render(source, { fonts: {}, keepComments: false, validationLevel: 'soft' });
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'));
  return { path: `services/admin/src/dispatch/${name}-mail.html`, content: `${compact(html)}\n` };
}

/**
 * Makes the HTML of the mails from their MJML, which knows the tables and conditions that mail programs need. The
 * placeholders `{{name}}` are filled in when a mail is written.
 *
 * @throws Error that names every fault of the markup
 */
export async function mailFiles(): Promise<GeneratedFile[]> {
  return Promise.all(mails.map(mailFile));
}
