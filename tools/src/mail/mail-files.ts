import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import mjml from 'mjml';
import type { GeneratedFile } from '../generated-file.ts';

interface RenderResult {
  html: string;
  errors: readonly { formattedMessage: string }[];
}

/** Renders markup to HTML, and returns the errors of the markup. */
const render = mjml as unknown as (source: string, options: object) => Promise<RenderResult> | RenderResult;

/** Removes blank lines and trailing blanks, which would enlarge each mail. */
const compact = (html: string): string =>
  html
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');

/** The colour of buttons and links in the markup, which takes no placeholder for a colour. */
const accent = '#1d5fc4';

/** Names of the mails. Each has a file with its markup between heading and footer. */
const mails = ['account', 'alert', 'invite', 'reset'] as const;

/** The frame of all mails: head, brand, heading and footer. */
const layout = join(import.meta.dirname, 'layout.mjml');

/** @throws Error that names every error of the markup */
async function mailFile(name: (typeof mails)[number]): Promise<GeneratedFile> {
  const source = (await readFile(layout, 'utf8')).replace('[[name]]', name);
  const { html, errors } = await render(source, {
    fonts: {},
    keepComments: false,
    validationLevel: 'soft',
    filePath: layout,
    ignoreIncludes: false,
  });
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'));
  return {
    path: `services/admin/src/dispatch/${name}-mail.html`,
    content: `${compact(html).replaceAll(accent, '{{accent}}')}\n`,
  };
}

/**
 * Generates the HTML of the mails from MJML, which produces the tables and conditions that mail programs need. Writing
 * a mail fills the placeholders `{{name}}`.
 *
 * @throws Error that names every error of the markup
 */
export async function mailFiles(): Promise<GeneratedFile[]> {
  return Promise.all(mails.map(mailFile));
}
