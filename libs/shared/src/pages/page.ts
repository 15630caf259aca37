import { createHash } from 'node:crypto';
import type { PageReply } from '@pas/platform/http/reply';
import type { Messages } from '../messages/en.ts';
import { mark } from './design.ts';
import { html, Html } from './html.ts';
import { stylesheet } from './stylesheet.ts';

/** A page. Screen readers announce its title first, and the browser's tab shows it. */
export interface Page {
  status: number;
  title: string;
  main: Html;
  /** The language of the page; English unless given. */
  messages?: Pick<Messages, 'language' | 'dir'>;
  /** The address that the browser opens automatically after some seconds. */
  next?: { url: string; seconds: number };
}

/** Kept apart from the page's template, because the browser applies it only if it matches the hash byte by byte. */
const style = new Html(`<style>${stylesheet}</style>`);
const styleHash = createHash('sha256').update(stylesheet).digest('base64');

/** Decorative logo above the title, hidden from screen readers. */
const hiddenMark = new Html(mark.replace('<svg ', '<svg class="mark" aria-hidden="true" '));

const english = { language: 'en', dir: 'ltr' } as const;

/** Puts a page into the frame of all pages. */
export function pageReply({ status, title, main, messages = english, next }: Page): PageReply {
  const page = html`<!doctype html>
    <html lang="${messages.language}" dir="${messages.dir}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        ${next ? html`<meta http-equiv="refresh" content="${`${next.seconds};url=${next.url}`}" />` : null}
        <title>${title}</title>
        ${style}
      </head>
      <body>
        <main>${hiddenMark}${main}</main>
      </body>
    </html>`;
  return { kind: 'page', status, html: page.source, styleHashes: [styleHash] };
}
