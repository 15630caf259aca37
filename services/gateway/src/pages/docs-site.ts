import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { refuseOtherMethods } from '@pas/platform/http/refuse-other-methods';
import { Router, type RequestHandler } from 'express';
import { listFiles, sendBuilt } from './built-files.ts';

/** The pages and their scripts load files of this origin only. No page has an inline script or style. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The file of a path; undefined for a path without one, and for a compressed form. */
function fileOf(path: string, files: ReadonlySet<string>): string | undefined {
  if (/(^|\/)\.|\.(br|gz|html)$/.test(path)) return undefined;
  const page = path === '' || path.endsWith('/') ? `${path}index.html` : `${path}.html`;
  return [path, page].find((name) => files.has(name));
}

/** Redirects addresses of the viewer from the time when it was at `/docs`. */
const redirectToViewer: RequestHandler = (request, response, next) => {
  const { api } = request.query;
  if (typeof api !== 'string') return next();
  return response.redirect(308, `/docs/api?${new URLSearchParams({ api }).toString()}`);
};

/** Sends `/docs` to the viewer of the APIs, for a gateway without the site. */
function viewerOnly(): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.get(['/docs', '/docs/'], redirectToViewer, (_request, response) =>
    response.redirect(307, '/docs/api'),
  );
  router.all(['/docs', '/docs/'], refuseOtherMethods(['get']));
  return router;
}

/**
 * Serves the documentation site at `/docs`: pages without the suffix of their files. A path without a file is left to
 * the next handler.
 *
 * @param directory the built site; without one, `/docs` leads to the viewer of the APIs
 */
export function docsSite(directory: string): Router {
  if (!existsSync(join(directory, 'index.html'))) return viewerOnly();
  const router = Router({ caseSensitive: true, strict: true });
  const files = listFiles(directory);
  const send: RequestHandler = (request, response, next) => {
    const path = fileOf(((request.params['path'] ?? []) as unknown as string[]).join('/'), files);
    if (path === undefined) return next('router');
    response.set('Content-Security-Policy', policy);
    return sendBuilt(request, response, { directory, path, files });
  };
  router.get(['/docs', '/docs/'], redirectToViewer, send);
  router.get('/docs/*path', send);
  router.all(['/docs', '/docs/'], refuseOtherMethods(['get']));
  return router;
}
