import { createHash } from 'node:crypto';
import { designTokens } from './design.ts';
import { Markup, markup } from './markup.ts';

/** Style of all pages: one column that fits a phone. */
const style = `
${designTokens}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 var(--font); }
.site { padding: .75rem 1.25rem; background: var(--paper); border-bottom: 1px solid var(--line); color: var(--soft); }
.site strong { color: var(--ink); }
main { max-width: 48rem; margin: 0 auto; padding: 1.5rem 1.25rem 3rem; overflow-wrap: anywhere; }
h1 { margin: 0 0 .75rem; font-size: 1.6rem; line-height: 1.25; text-wrap: balance; }
h2 { margin: 1.5rem 0 .5rem; font-size: 1.15rem; }
p { margin: 0 0 1rem; }
a { color: var(--accent-text); }
:focus-visible { outline: 3px solid var(--accent-text); outline-offset: 2px; }
.soft { color: var(--soft); }
.rows { margin: 0; padding: 0; list-style: none; background: var(--paper); border: 1px solid var(--line); border-radius: var(--radius); }
.rows li { padding: .6rem .9rem; border-bottom: 1px solid var(--line); }
.rows li:last-child { border-bottom: 0; }
.rows a { font-weight: 600; }
.rows p { display: flex; flex-wrap: wrap; gap: 0 1rem; margin: 0; color: var(--soft); font-size: .925rem; }
form { margin: 0 0 1rem; }
label { display: block; margin: .75rem 0 .25rem; font-weight: 600; }
input { width: 100%; max-width: 24rem; padding: .5rem .7rem; border: 1px solid var(--edge); border-radius: var(--radius-small); background: var(--paper); color: inherit; font: inherit; }
button { margin: .75rem .5rem 0 0; padding: .5rem 1.1rem; border: 0; border-radius: var(--radius-small); background: var(--accent); color: var(--on-solid); font: inherit; font-weight: 600; cursor: pointer; }
button.second { border: 1px solid var(--edge); background: var(--paper); color: inherit; }
pre { margin: 0; padding: 1rem; border: 1px solid var(--line); border-radius: var(--radius); background: var(--paper); white-space: pre-wrap; }
iframe { display: block; width: 100%; height: 30rem; border: 1px solid var(--line); border-radius: var(--radius); background: #fff; }
dl { margin: 0 0 1rem; }
dt { font-weight: 600; }
dd { margin: 0 0 .6rem; }
[role="alert"] { border-left: .3rem solid var(--bad); padding-left: .7rem; }
`;

/** Icon of the browser's tab, inlined so that no request is needed. */
const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='7' fill='%23565d6b'/%3E%3Cpath d='M7 11l9 7 9-7M7 9h18v14H7z' fill='none' stroke='%23fff' stroke-width='2.5'/%3E%3C/svg%3E";

const styleHash = createHash('sha256').update(style).digest('base64');

/**
 * Headers of every page. `form-action` is missing, because browsers apply it to redirects after a form too. The login
 * form ends in a redirect to another origin.
 */
export const pageHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; frame-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** Renders a page around `main`. The title is also its only `h1`. Send it with {@link pageHeaders}. */
export function renderPage(title: string, main: Markup): string {
  const page = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – sandbox</title>
<link rel="icon" href="${icon}">
<style>${new Markup(style)}</style>
</head>
<body>
<header class="site"><strong>Sandbox</strong> for local work and tests</header>
<main>
<h1>${title}</h1>
${main}
</main>
</body>
</html>
`;
  return page.source;
}
