import { escapeHtml } from '@pas/platform/http/escape-html';
import { htmlPage } from './html-page.ts';

/** Writes the page at the gateway's root: where to go from here. */
export function startPage(portalUrl: string | undefined): string {
  const portal = portalUrl
    ? `<li>The residents’ portal is <a href="${escapeHtml(portalUrl)}">${escapeHtml(portalUrl)}</a></li>\n`
    : '';
  return htmlPage(
    'Property access',
    `<h1>Property access</h1>
<ul>
<li><a href="/docs">The API, to read and to try</a></li>
<li><a href="/docs/errors">Errors and what to do about them</a></li>
<li><a href="/.well-known/jwks.json">Public keys of Core JWTs</a></li>
<li><a href="/readyz">Health</a></li>
${portal}</ul>`,
  );
}
