import { createHash } from 'node:crypto';
import type { PageReply } from '@pas/platform/http/reply';
import type { Messages } from '../messages/en.ts';
import type { Brand } from './brand.ts';
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
  /** The company that the page belongs to; the usual appearance unless given. */
  brand?: Brand;
  /** The address that the browser opens automatically after some seconds. */
  next?: { url: string; seconds: number };
}

/** Kept apart from the page's template, because the browser applies it only if it matches the hash byte by byte. */
const style = new Html(`<style>${stylesheet}</style>`);
const hashOf = (css: string): string => createHash('sha256').update(css).digest('base64');
const styleHash = hashOf(stylesheet);

/** Decorative logo above the title, hidden from screen readers. */
const hiddenMark = new Html(mark.replace('<svg ', '<svg class="mark" aria-hidden="true" '));

/** Renders the logo of the company, else the mark with its name. */
function renderBrand(brand: Brand | undefined): Html {
  if (!brand?.name) return hiddenMark;
  const { name, logo } = brand;
  if (logo) return html`<img class="logo" src="${logo.path}" alt="${name}" />`;
  return html`<p class="brand">${hiddenMark}${name}</p>`;
}

/** Returns the style sheet of an accent; null without one. */
const accentStyle = (brand: Brand | undefined): string | null =>
  brand?.accent ? `:root{--company:${brand.accent}}` : null;

/** Renders the attributes of the root element. */
function renderRootAttributes(
  { language, dir }: Pick<Messages, 'language' | 'dir'>,
  hasAccent: boolean,
): Html {
  const attributes = html`lang="${language}" dir="${dir}"`;
  return hasAccent ? new Html(`${attributes.source} data-company`) : attributes;
}

const english = { language: 'en', dir: 'ltr' } as const;

/** Puts a page into the frame of all pages. */
export function pageReply({ status, title, main, messages = english, brand, next }: Page): PageReply {
  const accent = accentStyle(brand);
  const page = html`<!doctype html>
    <html ${renderRootAttributes(messages, accent !== null)}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        ${next ? html`<meta http-equiv="refresh" content="${`${next.seconds};url=${next.url}`}" />` : null}
        <title>${title}</title>
        ${style} ${accent && new Html(`<style>${accent}</style>`)}
      </head>
      <body>
        <main>${renderBrand(brand)}${main}</main>
      </body>
    </html>`;
  return {
    kind: 'page',
    status,
    html: page.source,
    styleHashes: accent ? [styleHash, hashOf(accent)] : [styleHash],
  };
}
