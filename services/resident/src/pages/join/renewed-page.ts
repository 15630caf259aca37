import { html } from '@pas/shared/pages/html';
import type { Page } from '@pas/shared/pages/page';
import type { Words } from '@pas/shared/words/words';

/** Renders the confirmation of a request for a new link. */
export function renewedPage(words: Words): Page {
  const { title, advice } = words.notices.renewed;
  const main = html`<h1>${title}</h1>
    <p>${advice}</p>`;
  return { status: 200, title, main, words };
}
