import { createHash } from 'node:crypto';
import type { Response } from 'express';
import { html, Html } from './html.ts';
import { stylesheet } from './stylesheet.ts';

/** A page: its title is read out first and stands in the browser's tab. */
export interface Page {
  status: number;
  title: string;
  main: Html;
}

/** Written apart from the page's template: the browser applies it only if not a blank differs from what is hashed. */
const style = new Html(`<style>${stylesheet}</style>`);
const styleHash = createHash('sha256').update(stylesheet).digest('base64');

/** Nothing is loaded, run or framed, and a form goes back to where the page came from. */
const contentPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The address of these pages is a secret: it is kept in no cache, told to no other site and found by no search. */
const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': contentPolicy,
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
};

/** Writes a whole page. */
export function sendPage(response: Response, { status, title, main }: Page): void {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${style}
      </head>
      <body>
        <main>${main}</main>
      </body>
    </html>`;
  response.status(status).set(headers).end(page.source);
}
