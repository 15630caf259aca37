import { readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { refuseOtherMethods } from '@pas/platform/http/refuse-other-methods';
import { Router, type RequestHandler } from 'express';
import { htmlPage } from './html-page.ts';
import { viewerScript } from './viewer-script.ts';
import { viewerStyle } from './viewer-style.ts';

const viewerFiles = ['swagger-ui.css', 'swagger-ui-bundle.js'] as const;
const viewerDirectory = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

const description = /^([a-z-]+)\.yaml$/;

/** Lists the services with a description, the Admin API first. */
async function describedServices(directory: string): Promise<string[]> {
  const files = await readdir(directory).catch(() => []);
  const services = files.flatMap((file) => description.exec(file)?.[1] ?? []);
  return services.toSorted((a, b) => Number(b === 'admin') - Number(a === 'admin') || a.localeCompare(b));
}

/** Returns the label of a service, such as `Core mobile` for `core-mobile`. */
function labelOf(service: string): string {
  const words = service.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * Renders the viewer with one description. Each description has its own address, so that people can share links to it.
 */
function viewerPage(services: readonly string[], shown: string): string {
  const links = services.map((service) => {
    const mark = service === shown ? ' aria-current="page"' : '';
    return `<a href="/docs/api?api=${service}"${mark}>${labelOf(service)}</a>`;
  });
  const src = `/docs/openapi/${shown}.yaml`;
  return htmlPage({
    title: `${labelOf(shown)} API`,
    path: '/docs/api',
    styles: ['/docs/viewer/swagger-ui.css', '/docs/viewer/viewer.css'],
    body: `<nav class="apis" aria-label="APIs">${links.join('\n')}</nav>
<p class="soft">This description as a file: <a href="${src}">${shown}.yaml</a> (OpenAPI).</p>
<div id="viewer" data-src="${src}"></div>
<noscript><p>The viewer needs scripts. The file above works without them.</p></noscript>`,
    scripts: `<script src="/docs/viewer/swagger-ui-bundle.js"></script>
<script src="/docs/viewer/start.js"></script>
`,
  });
}

const noDescriptions = htmlPage({
  title: 'API',
  path: '/docs/api',
  body: `<h1>API</h1>
<p>No API descriptions. Set <code>OPENAPI_DIR</code> to a directory that has some.</p>`,
});

/** Serves the API descriptions of a directory and their viewer. The viewer loads files only from this gateway. */
export function apiDocs(directory: string): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const showViewer: RequestHandler = async (request, response) => {
    const services = await describedServices(directory);
    const shown = services.find((service) => service === request.query['api']) ?? services[0];
    response.type('html').send(shown === undefined ? noDescriptions : viewerPage(services, shown));
  };
  router.get('/docs/api', showViewer);
  router.get('/docs/viewer/start.js', (_request, response) => void response.type('js').send(viewerScript));
  router.get('/docs/viewer/viewer.css', (_request, response) => void response.type('css').send(viewerStyle));
  for (const file of viewerFiles) {
    router.get(`/docs/viewer/${file}`, (_request, response) => {
      response.sendFile(file, { root: viewerDirectory, maxAge: '1h' });
    });
  }
  router.get('/docs/openapi/:service.yaml', async (request, response, next) => {
    const { service } = request.params;
    if (!(await describedServices(directory)).includes(service)) return next();
    response.type('application/yaml').sendFile(`${service}.yaml`, { root: directory });
    return undefined;
  });
  const viewer = ['start.js', 'viewer.css', ...viewerFiles].map((file) => `/docs/viewer/${file}`);
  const fixed = ['/docs/api', ...viewer, '/docs/openapi/:service.yaml'];
  router.all(fixed, refuseOtherMethods(['get']));
  return router;
}
