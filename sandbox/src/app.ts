import express from 'express';
import type { Express, Router } from 'express';
import { markup } from './http/markup.ts';
import { pageHeaders, renderPage } from './http/page.ts';
import { refuseUnknownPath, renderProblem } from './http/problem.ts';

/** Parts of the sandbox's own address. */
export interface SandboxAppParts {
  /** Routes of the parts, each with its own prefix. */
  readonly routers: readonly Router[];
  /** Readiness checks by part. */
  readonly checks: Readonly<Record<string, () => boolean>>;
  /** Addresses on the front page, by name. */
  readonly links: Readonly<Record<string, string>>;
  readonly report: (error: unknown) => void;
}

/** Creates the app of the sandbox's own address: health, a front page, and the routes of its parts. Does not listen. */
export function createSandboxApp({ routers, checks, links, report }: SandboxAppParts): Express {
  const app = express();
  app.disable('x-powered-by');
  app.get('/livez', (_request, response) => {
    response.json({ status: 'live' });
  });
  app.get('/readyz', (_request, response) => {
    const results = Object.entries(checks).map(([part, isUp]) => [part, isUp() ? 'up' : 'down'] as const);
    const isReady = results.every(([, result]) => result === 'up');
    const status = isReady ? 'ready' : 'unready';
    response.status(isReady ? 200 : 503).json({ status, checks: Object.fromEntries(results) });
  });
  app.get('/', (_request, response) => {
    response.set(pageHeaders).send(renderFrontPage(links));
  });
  for (const router of routers) app.use(router);
  app.use(refuseUnknownPath);
  app.use(renderProblem(report));
  return app;
}

function renderFrontPage(links: SandboxAppParts['links']): string {
  const items = Object.entries(links).map(([name, url]) => {
    const address = /^(http|\/)/.test(url) ? markup`<a href="${url}">${url}</a>` : url;
    return markup`<dt>${name}</dt><dd>${address}</dd>`;
  });
  const intro = 'The mail server, identity provider and other providers that a local system talks to.';
  return renderPage('Sandbox', markup`<p>${intro}</p><dl>${items}</dl>`);
}
