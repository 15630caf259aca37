import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { Router, type RequestHandler } from 'express';
import { refuseOtherMethods } from '@pas/platform/http/refuse-other-methods';
import { listFiles, sendBuilt } from './built-files.ts';
import { connectSourcesOf, nameIdentity, type PageIdentity } from './page-identity.ts';

/** The applications that a gateway can serve. */
export const webAppNames = ['console', 'portal'] as const;

/** The name of an application, which is also its directory and its path. */
export type WebAppName = (typeof webAppNames)[number];

/** Builds the content security policy: files of this origin, and styles with the nonce of the answer. */
const policyOf = (nonce: string, connectSources: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src ${connectSources}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Whether an application was built. */
export const isBuilt = (webDirectory: string, name: WebAppName): boolean =>
  existsSync(join(webDirectory, name, 'index.html'));

function sendIndex(page: string, identity: PageIdentity | null): RequestHandler {
  const index = nameIdentity(page, identity);
  const connectSources = connectSourcesOf(identity);
  return (_request, response) => {
    const nonce = randomBytes(18).toString('base64');
    response.set({ 'Content-Security-Policy': policyOf(nonce, connectSources), 'Cache-Control': 'no-store' });
    response.type('html').send(index.replaceAll('__NONCE__', nonce));
  };
}

const isPublicFile = (path: string): boolean => !/(^|\/)\.|\.(br|gz|html)$/.test(path);

interface WebApp {
  name: WebAppName;
  /** The identity provider of its page; null without one. */
  identity: PageIdentity | null;
}

/**
 * Serves a built application below its name: its files, and its page at every other path. The page routes such paths
 * itself.
 *
 * @param directory the directory of this application
 */
export function webApp(directory: string, { name, identity }: WebApp): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const files = listFiles(directory);
  const index = sendIndex(readFileSync(join(directory, 'index.html'), 'utf8'), identity);
  const root = `/${name}`;
  router.get(
    `${root}/*path`,
    (request, response, next) => {
      const path = (request.params['path'] as unknown as string[]).join('/');
      if (files.has(path) && isPublicFile(path))
        return sendBuilt(request, response, { directory, path, files });
      return next(path.startsWith('assets/') ? 'route' : undefined);
    },
    index,
  );
  router.get([root, `${root}/`], index);
  router.all([root, `${root}/`, `${root}/*path`], refuseOtherMethods(['get']));
  return router;
}
