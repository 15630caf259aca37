import { escapeHtml } from '@pas/platform/http/escape-html';
import { errorCodes, type ErrorCode } from './error-codes.ts';
import { htmlPage } from './html-page.ts';

/** A code can come with two statuses; its anchor stands at the first. */
function row({ code, status, meaning }: ErrorCode, isFirst: boolean): string {
  const anchor = isFirst ? ` id="${escapeHtml(code)}"` : '';
  return `<tr${anchor}><td>${status}</td><td><code>${escapeHtml(code)}</code></td><td>${escapeHtml(meaning)}</td></tr>`;
}

/** Writes the page that the `type` of every problem body points to, one anchor for each code. */
export function errorPage(): string {
  const seen = new Set<string>();
  const rows = errorCodes.map((entry) => {
    const isFirst = !seen.has(entry.code);
    seen.add(entry.code);
    return row(entry, isFirst);
  });
  return htmlPage(
    'Errors',
    `<h1>Errors</h1>
<p>Every error is an <code>application/problem+json</code> body. <code>code</code> stays the same and is for programs;
<code>message</code> is for people; <code>correlationId</code> finds the request in our logs.</p>
<table>
<thead><tr><th>Status</th><th>Code</th><th>Meaning</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>`,
  );
}
