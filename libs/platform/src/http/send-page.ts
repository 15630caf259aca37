import type { Response } from 'express';
import type { PageReply } from './reply.ts';

/** Nothing is loaded, run or framed, and a form goes back to where the page came from. */
const contentPolicy = (styleHashes: readonly string[]): string =>
  [
    "default-src 'none'",
    `style-src ${styleHashes.map((hash) => `'sha256-${hash}'`).join(' ') || "'none'"}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/**
 * The address of a page may contain a secret: no cache stores it, no other site gets it as referrer, and no search
 * engine lists it.
 */
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
