import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import mjml from 'mjml';

// Renders the mails of this folder to dist. MJML makes the tables and conditions that mail programs need. The service
// admin fills the placeholders `{{name}}`.

interface RenderResult {
  html: string;
  errors: readonly { formattedMessage: string }[];
}

/** Renders markup to HTML, and returns the errors of the markup. */
const render = mjml as unknown as (source: string, options: object) => Promise<RenderResult> | RenderResult;

/** Removes blank lines and trailing spaces, which would enlarge each mail. */
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
async function renderMail(name: (typeof mails)[number]): Promise<string> {
  const source = (await readFile(layout, 'utf8')).replace('[[name]]', name);
  const { html, errors } = await render(source, {
    fonts: {},
    keepComments: false,
    validationLevel: 'soft',
    filePath: layout,
    ignoreIncludes: false,
  });
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'));
  return `${compact(html).replaceAll(accent, '{{accent}}')}\n`;
}

const target = join(import.meta.dirname, 'dist');
await mkdir(target, { recursive: true });
await Promise.all(mails.map(async (name) => writeFile(join(target, `${name}.html`), await renderMail(name))));
