import { defineConfig, type MarkdownOptions } from 'vitepress';
import { codeTheme, styleToClass } from './code-theme.ts';
import { extractScripts } from './extract-scripts.ts';
import { navigation, sidebar } from './guides.ts';
import { versionMenu } from './versions.ts';

/** The path below which the site is served. */
const base = process.env['DOCS_BASE'] ?? '/docs/';

/** Paths that the gateway answers itself: the browser loads them as pages. */
const servedByGateway = /^\/(?:api|errors|openapi\/.*)(?:[?#]|$)/;

type MarkdownParser = Parameters<NonNullable<MarkdownOptions['config']>>[0];

/** Points links to pages of the gateway to its paths, and makes them leave the site. */
function leaveSite({ renderer }: MarkdownParser): void {
  const renderLink = renderer.rules['link_open'];
  renderer.rules['link_open'] = (...rule) => {
    const [tokens, index, options, , self] = rule;
    const token = tokens[index];
    const href = token?.attrGet('href') ?? '';
    if (!token || !servedByGateway.test(href)) return renderLink?.(...rule) ?? '';
    token.attrSet('href', `/docs${href}`);
    token.attrSet('target', '_self');
    return self.renderToken(tokens, index, options);
  };
}

/** The site: `pages/` and documents of the repository, without any request to another origin. */
export const siteConfig = defineConfig({
  title: 'Property access',
  description: 'Guides and reference for managers, residents, integrators and operators.',
  lang: 'en',
  base,
  srcDir: '.pages',
  outDir: 'dist',
  cleanUrls: true,
  metaChunk: true,
  ignoreDeadLinks: [servedByGateway],
  // A transition of the scheme would need an inline style.
  appearance: { disableTransition: false },
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: '/favicon.ico' }]],
  markdown: { theme: codeTheme, codeTransformers: [styleToClass], config: leaveSite },
  transformHtml: (page, _file, { siteConfig: { outDir } }) =>
    extractScripts(page, { directory: outDir, base }),
  // The options of the repository name a newer language than this builder knows.
  vite: { esbuild: { tsconfigRaw: '{}' } },
  themeConfig: {
    search: { provider: 'local' },
    nav: [...navigation, versionMenu],
    sidebar,
    outline: { level: [2, 3] },
  },
});
