import type { KeyObject } from 'node:crypto';
import { refuseOtherMethods } from '@pas/platform/http/refuse-other-methods';
import { Router } from 'express';
import { apiDocs } from './api-docs.ts';
import { errorPage } from './error-page.ts';
import { pageHeaders, pagesCss } from './html-page.ts';
import { jwks } from './jwks.ts';
import { startPage } from './start-page.ts';

export interface OwnPagesOptions {
  coreJwtKeys: ReadonlyMap<string, KeyObject>;
  openapiDirectory: string;
  portalUrl: string | undefined;
}

/** Everything that the gateway answers itself: start page, documentation, public keys. */
export function ownPages({ coreJwtKeys, openapiDirectory, portalUrl }: OwnPagesOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const keySet = jwks(coreJwtKeys);
  const [start, errors] = [startPage(portalUrl), errorPage()];
  router.use(pageHeaders);
  router.get('/.well-known/jwks.json', (_request, response) => {
    response.set('Cache-Control', 'public, max-age=300').json(keySet);
  });
  router.get('/', (_request, response) => void response.type('html').send(start));
  router.get('/docs/errors', (_request, response) => void response.type('html').send(errors));
  router.get('/docs/pages.css', (_request, response) => void response.type('css').send(pagesCss));
  const fixed = ['/.well-known/jwks.json', '/', '/docs/errors', '/docs/pages.css'];
  router.all(fixed, refuseOtherMethods(['get']));
  router.use(apiDocs(openapiDirectory));
  return router;
}
