import { html } from '@pas/shared/pages/html';
import type { Brand } from '@pas/shared/pages/brand';
import type { Page } from '@pas/shared/pages/page';
import type { Messages } from '@pas/shared/messages/en';

/** Renders the confirmation of a request for a new link. */
export function renewedPage(messages: Messages, brand: Brand): Page {
  const { title, advice } = messages.notices.renewed;
  const main = html`<h1>${title}</h1>
    <p>${advice}</p>`;
  return { status: 200, title, main, messages, brand };
}
