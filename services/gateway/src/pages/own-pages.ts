import type { KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { nameRoute } from '@pas/platform/http/access-log';
import { refuseOtherMethods } from '@pas/platform/http/refuse-other-methods';
import { mark } from '@pas/shared/pages/design';
import compression from 'compression';
import { Router, type RequestHandler } from 'express';
import { apiDocs } from './api-docs.ts';
import { brandLogos } from './brand-logos.ts';
import { docsSite } from './docs-site.ts';
import { errorPage } from './error-page.ts';
import { pageHeaders } from './html-page.ts';
import { jwks } from './jwks.ts';
import { startPage, type StartPageLinks } from './start-page.ts';
import { stylesheet } from './stylesheet.ts';
import { isBuilt, webApp, webAppNames } from './web-app.ts';
import type { PageIdentity } from './page-identity.ts';

export interface OwnPagesOptions {
  coreJwtKeys: ReadonlyMap<string, KeyObject>;
  openapiDirectory: string;
  webDirectory: string;
  docsDirectory: string;
  /** The identity provider of residents; null if they sign in by password only. */
  portalIdentity: PageIdentity | null;
  links: Omit<StartPageLinks, 'apps'>;
}

/** Names the route of a page by its prefix. The files below it share the name. */
const nameByPrefix: RequestHandler = (request, response, next) => {
  nameRoute(response, request.baseUrl);
  next();
};

/** Serves the gateway's own pages: start page, documentation, public keys, web applications. */
export function ownPages(options: OwnPagesOptions): Router {
  const { coreJwtKeys, openapiDirectory, webDirectory, docsDirectory, portalIdentity, links } = options;
  const router = Router({ caseSensitive: true, strict: true });
  const keySet = jwks(coreJwtKeys);
  const errors = errorPage();
  const apps = webAppNames.filter((name) => isBuilt(webDirectory, name));
  router.use(pageHeaders);
  router.use(['/docs', '/.well-known', ...apps.map((name) => `/${name}`)], nameByPrefix);
  // Descriptions are YAML, which the library does not know as text. Built files are compressed already.
  router.use('/docs', compression({ filter: () => true }));
  router.get('/.well-known/jwks.json', (_request, response) => {
    response.set('Cache-Control', 'public, max-age=300').json(keySet);
  });
  router.get('/', (request, response) => {
    response.type('html').send(startPage({ ...links, apps }, request.host ?? ''));
  });
  router.get('/docs/errors', (_request, response) => void response.type('html').send(errors));
  router.get('/docs/pages.css', (_request, response) => void response.type('css').send(stylesheet));
  router.get('/favicon.ico', (_request, response) => {
    response.set('Cache-Control', 'public, max-age=86400').type('svg').send(mark);
  });
  const fixed = ['/.well-known/jwks.json', '/', '/docs/errors', '/docs/pages.css', '/favicon.ico'];
  router.all(fixed, refuseOtherMethods(['get']));
  router.use(brandLogos());
  router.use(apiDocs(openapiDirectory));
  router.use(docsSite(docsDirectory));
  for (const name of apps) {
    router.use(
      webApp(join(webDirectory, name), { name, identity: name === 'portal' ? portalIdentity : null }),
    );
  }
  return router;
}
