import { html, htmlOf } from '@pas/shared/pages/html';
import type { Page } from '@pas/shared/pages/page';
import { fill } from '@pas/shared/messages/fill';
import { unitName } from '@pas/shared/messages/messages-in';
import type { JoinView } from './join-page.ts';

/** Renders the page after a sign-up, with a link to the portal. The cookie of this answer signs in there. */
export function welcomePage({ home: { property, unit }, brand, messages }: JoinView, name: string): Page {
  const { join } = messages;
  const main = html`<h1>${fill(join.doneHeading, { name })}</h1>
    <p class="home">
      ${htmlOf(join.doneHome, {
        unit: html`<strong>${unitName(messages, unit.label)}</strong>`,
        property: html`<strong>${property.name}</strong>`,
      })}
    </p>
    <h2>${join.nextHeading}</h2>
    <p><a class="button" href="/portal/welcome">${join.openPortal}</a></p>
    <p>${join.next}</p>`;
  return { status: 200, title: fill(join.doneTitle, { property: property.name }), main, messages, brand };
}
