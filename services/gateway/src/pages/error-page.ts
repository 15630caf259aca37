import { escapeHtml } from '@pas/platform/http/escape-html';
import { errorCodes, fieldCodes } from '@pas/shared/errors/error-codes';
import { htmlPage } from './html-page.ts';

interface CodeRow {
  code: string;
  status: string;
  meaning: string;
}

/** Renders one code. A code with two statuses has its anchor at the first. */
function row({ code, status, meaning }: CodeRow, isFirst: boolean): string {
  const anchor = isFirst ? ` id="${escapeHtml(code)}"` : '';
  return `<tr${anchor}><td>${status}</td><td><code>${escapeHtml(code)}</code></td><td>${escapeHtml(meaning)}</td></tr>`;
}

const fieldRows = (): string[] =>
  Object.entries(fieldCodes).map(
    ([code, meaning]) => `<tr><td><code>${escapeHtml(code)}</code></td><td>${escapeHtml(meaning)}</td></tr>`,
  );

/** Writes the page that the `type` of every problem body points to, one anchor for each code. */
export function errorPage(): string {
  const seen = new Set<string>();
  const rows = Object.entries(errorCodes).flatMap(([status, codes]) =>
    Object.entries(codes).map(([code, meaning]) => {
      const isFirst = !seen.has(code);
      seen.add(code);
      return row({ code, status, meaning }, isFirst);
    }),
  );
  return htmlPage({
    title: 'Errors',
    path: '/docs/errors',
    body: `<h1>Errors</h1>
<p>Every error is an <code>application/problem+json</code> body. <code>code</code> is for programs and never changes;
<code>message</code> is for people; <code>correlationId</code> identifies the request in our logs.</p>
<table>
<thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">Meaning</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>
<h2>Problems of fields</h2>
<p>The answer <code>validation_failed</code> lists every problem in <code>errors</code>: <code>path</code> is the name that you
have sent, and <code>code</code> is one of these codes.</p>
<table>
<thead><tr><th>Code</th><th>Meaning</th></tr></thead>
<tbody>
${fieldRows().join('\n')}
</tbody>
</table>`,
  });
}
