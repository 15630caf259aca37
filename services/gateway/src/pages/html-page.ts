import { escapeHtml } from '@pas/platform/http/escape-html';
import { mark } from '@pas/shared/pages/design';
import helmet from 'helmet';

/** A page of the gateway. */
export interface HtmlPage {
  /** The title in the browser's tab, before the product's name. */
  title: string;
  /** The path of the page in the navigation; absent for a page outside the navigation. */
  path?: string;
  /** HTML inside `main`. */
  body: string;
  /** HTML after `main`, such as scripts. */
  scripts?: string;
  /** Further style sheets. */
  styles?: readonly string[];
}

const productName = 'Property access';

/** Hidden from screen readers, because the name beside it says the same. */
const hiddenMark = mark.replace('<svg ', '<svg aria-hidden="true" ');

const navigation = [
  { path: '/docs', label: 'Guides' },
  { path: '/docs/api', label: 'API' },
  { path: '/docs/errors', label: 'Errors' },
  { path: '/readyz', label: 'Health' },
] as const;

function renderNavigation(current: string | undefined): string {
  const links = navigation.map(({ path, label }) => {
    const mark = path === current ? ' aria-current="page"' : '';
    return `<a href="${path}"${mark}>${label}</a>`;
  });
  return `<header class="site">
<a class="home" href="/">${hiddenMark}${productName}</a>
<nav aria-label="Site">${links.join('\n')}</nav>
</header>`;
}

/** Renders a page with the common header. */
export function htmlPage({ title, path, body, scripts = '', styles = [] }: HtmlPage): string {
  const sheets = ['/docs/pages.css', ...styles].map((href) => `<link rel="stylesheet" href="${href}">`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title === productName ? title : `${title} – ${productName}`)}</title>
<link rel="icon" type="image/svg+xml" href="/favicon.ico">
${sheets.join('\n')}
</head>
<body>
${renderNavigation(path)}
<main>
${body}
</main>
${scripts}</body>
</html>
`;
}

/** Headers of pages. Pages load files of this origin only; the viewer of the API descriptions uses inline styles. */
export const pageHeaders = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:'],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  crossOriginOpenerPolicy: false,
  crossOriginResourcePolicy: false,
  originAgentCluster: false,
  strictTransportSecurity: false,
  referrerPolicy: { policy: 'no-referrer' },
});
