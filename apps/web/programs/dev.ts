import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createServer, type Plugin } from 'vite';
import { appNames, appOptions, packageDir } from './app-options.ts';
import { writeFonts } from './write-fonts.ts';

const usage =
  'Start script/server first, or name a gateway: pnpm --filter @pas/web dev --gateway http://127.0.0.1:8080';

/** The gateway of the system that script/server runs. */
async function findGateway(): Promise<string> {
  const file = join(packageDir, '../../.data/local.json');
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Error(usage);
  });
  return (JSON.parse(text) as { gatewayUrl: string }).gatewayUrl;
}

// Serves both applications from their sources, and forwards their API requests to a running gateway.
const { values } = parseArgs({ options: { gateway: { type: 'string' }, port: { type: 'string' } } });
const target = values.gateway ?? (await findGateway());
const first = Number(values.port ?? 5173);
const proxied = ['/api', '/access', '/devices', '/join', '/pass', '/docs'];
// The sources lie beside the page's directory, where the development server reads files by `/@fs` alone.
const sources: Plugin = {
  name: 'sources-beside-the-page',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) => html.replace('"../src/', `"/@fs${packageDir}/src/`),
  },
};
// The gateway takes changes from pages of its own origin alone.
const proxy = Object.fromEntries(proxied.map((path) => [path, { target, headers: { origin: target } }]));
await writeFonts();
for (const [index, app] of appNames.entries()) {
  const options = appOptions(app);
  const { html: _none, ...withoutNonce } = options;
  const server = await createServer({
    ...withoutNonce,
    plugins: [...(withoutNonce.plugins ?? []), sources],
    server: { host: '127.0.0.1', port: first + index, strictPort: true, proxy },
  });
  await server.listen();
  console.log(`${app}  http://127.0.0.1:${first + index}/${app}/`);
}
