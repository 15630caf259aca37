import { escapeHtml } from '@pas/platform/http/escape-html';
import helmet from 'helmet';

/** A whole page; `body` is HTML. */
export function htmlPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="/docs/pages.css">
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;
}

/** The style of the gateway's own pages: readable, in light and in dark. */
export const pagesCss = `:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); padding: 0.4rem; text-align: left; vertical-align: top; }
tr:target { background: color-mix(in srgb, currentColor 12%, transparent); }
code { font-family: ui-monospace, monospace; }
`;

/** Pages load what lies beside them and nothing else; the viewer of the API descriptions styles its elements inline. */
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
