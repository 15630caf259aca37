import { markup, type Markup } from '../http/markup.ts';
import type { PlayedCall } from './call-book.ts';

const shownCalls = 50;

/** Renders calls with their logs. */
export function renderCalls(calls: readonly PlayedCall[]): Markup {
  if (calls.length === 0) return markup`<p>No call was played.</p>`;
  const rows = calls.slice(0, shownCalls).map(({ from, to, provider, startedAt, faults, lines }) => {
    const course = lines.map(({ second, who, text }) => markup`<li>${second} s ${who}: ${text}</li>`);
    const flaws = faults.length === 0 ? '' : `, ${faults.length} faults`;
    return markup`<li><details><summary>${from} calls ${to}, ${provider}${flaws} <time datetime="${startedAt}">${startedAt}</time></summary>
<ol>${course}</ol></details></li>`;
  });
  return markup`<ol class="rows">${rows}</ol>`;
}
