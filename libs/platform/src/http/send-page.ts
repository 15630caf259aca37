import type { Response } from 'express';
import type { PageReply } from './reply.ts';

/** Returns the content policy of a page: it runs and frames nothing. Its images and forms stay at its own origin. */
const contentPolicy = (styleHashes: readonly string[]): string =>
  [
    "default-src 'none'",
    `style-src ${styleHashes.map((hash) => `'sha256-${hash}'`).join(' ') || "'none'"}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "img-src 'self'",
  ].join('; ');

/** The address of a page may contain a secret. These headers keep it out of caches, referrers and search engines. */
const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
};

/** Writes a whole page. */
export function sendPage(response: Response, { status, html, styleHashes, cookies = [] }: PageReply): void {
  for (const cookie of cookies) response.append('Set-Cookie', cookie);
  response
    .status(status)
    .set({ ...headers, 'Content-Security-Policy': contentPolicy(styleHashes) })
    .end(html);
}
