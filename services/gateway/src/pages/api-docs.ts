import { readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { refuseOtherMethods } from '@pas/platform/http/refuse-other-methods';
import { Router } from 'express';

const viewerFiles = ['swagger-ui.css', 'swagger-ui-bundle.js', 'swagger-ui-standalone-preset.js'] as const;
const viewerDirectory = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

const viewerPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API</title>
<link rel="stylesheet" href="/docs/viewer/swagger-ui.css">
</head>
<body>
<div id="viewer"></div>
<script src="/docs/viewer/swagger-ui-bundle.js"></script>
<script src="/docs/viewer/swagger-ui-standalone-preset.js"></script>
<script src="/docs/viewer/start.js"></script>
</body>
</html>
`;

const description = /^([a-z-]+)\.yaml$/;

/** The services that have a description, the Admin API first. */
async function describedServices(directory: string): Promise<string[]> {
  const files = await readdir(directory).catch(() => []);
  const services = files.flatMap((file) => description.exec(file)?.[1] ?? []);
  return services.toSorted((a, b) => Number(b === 'admin') - Number(a === 'admin') || a.localeCompare(b));
}

const startScript = (services: readonly string[]): string => {
  const urls = services.map((name) => ({ name, url: `/docs/openapi/${name}.yaml` }));
  return `SwaggerUIBundle({
  urls: ${JSON.stringify(urls)},
  dom_id: '#viewer',
  deepLinking: true,
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  layout: 'StandaloneLayout',
  validatorUrl: null,
});
`;
};

/** Serves the API descriptions of a directory and a viewer for them; everything it loads comes from here. */
export function apiDocs(directory: string): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.get('/docs', (_request, response) => {
    response.type('html').send(viewerPage);
  });
  router.get('/docs/viewer/start.js', async (_request, response) => {
    response.type('js').send(startScript(await describedServices(directory)));
  });
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
  const viewer = ['start.js', ...viewerFiles].map((file) => `/docs/viewer/${file}`);
  router.all(['/docs', ...viewer, '/docs/openapi/:service.yaml'], refuseOtherMethods(['get']));
  return router;
}
