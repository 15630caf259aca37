import { createHash } from 'node:crypto';
import { Markup, markup } from './markup.ts';

const style = `
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem; }
table { border-collapse: collapse; width: 100%; }
caption { text-align: left; padding-bottom: .5rem; }
th, td { text-align: left; padding: .4rem .8rem .4rem 0; border-bottom: 1px solid #8886; vertical-align: top; }
form { margin: 1rem 0; }
label { display: block; margin-top: .75rem; }
input { font: inherit; padding: .4rem; width: 100%; max-width: 24rem; box-sizing: border-box; }
button { font: inherit; padding: .4rem 1rem; margin: 1rem .5rem 0 0; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; border: 1px solid #8886; padding: 1rem; }
iframe { width: 100%; height: 30rem; border: 1px solid #8886; background: #fff; }
dt { font-weight: bold; }
[role="alert"] { border-left: .3rem solid #c00; padding-left: .7rem; }
`;

const styleHash = createHash('sha256').update(style).digest('base64');

/**
 * Headers of every page. There is no `form-action`: browsers apply it to the redirects after a form too, and the login
 * form ends in a redirect to another origin.
 */
export const pageHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** Renders a whole page around `main`; the title is also its only `h1`. Send it with {@link pageHeaders}. */
export function renderPage(title: string, main: Markup): string {
  const page = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – sandbox</title>
<style>${new Markup(style)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${main}
</main>
</body>
</html>
`;
  return page.source;
}
