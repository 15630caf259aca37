import { randomBytes } from 'node:crypto';
import { sayTimes } from '@pas/shared/access/say-times';
import type { AccessPointRow } from '@pas/shared/models/access-point';
import { html, type Html } from '@pas/shared/pages/html';
import type { Page } from '@pas/shared/pages/page';
import { fill } from '@pas/shared/messages/fill';
import type { Messages } from '@pas/shared/messages/en';
import { shownPinOf, usesLeftOf } from '../../resources/passes/guest-pass.schema.ts';
import type { GuestPassView } from '../../resources/passes/load-guest-pass.ts';

/** Content of the page of a pass. */
export interface PassPageInput {
  view: GuestPassView;
  token: string;
  messages: Messages;
}

/** `482 913`: groups of three are easier to type. */
const grouped = (pin: string): string => `${pin.slice(0, 3)} ${pin.slice(3)}`;

function renderPin({ view, token, messages: { pass } }: PassPageInput): Html | null {
  const pin = shownPinOf(view, token);
  if (pin === null) return null;
  return html`<h2>${pass.pinHeading}</h2>
    <p class="pin">${grouped(pin)}</p>
    <p class="hint">${pass.pinHint}</p>`;
}

/** Renders the button of a door. Its nonce makes a form that is sent twice open the door once. */
function renderDoor({ _id, name, online }: AccessPointRow, token: string, { pass }: Messages): Html {
  return html`<form method="post" action="/pass/${token}/open">
    <input type="hidden" name="accessPointId" value="${_id}" />
    <input type="hidden" name="nonce" value="${randomBytes(16).toString('base64url')}" />
    ${online !== false ? null : html`<p class="hint">${fill(pass.offline, { door: name })}</p>`}
    <button type="submit">${fill(pass.open, { door: name })}</button>
  </form>`;
}

function renderDoors({ view, token, messages }: PassPageInput): Html {
  const { pass, isWithinTimes, doors } = view;
  const usesLeft = usesLeftOf(pass);
  if (usesLeft === 0) return html`<p class="note">${messages.pass.usedUp}</p>`;
  if (!isWithinTimes) return html`<p class="note">${messages.pass.notNow}</p>`;
  return html`<h2>${messages.pass.doorsHeading}</h2>
    ${usesLeft === null ? null : html`<p class="hint">${fill(messages.pass.usesLeft, { count: `${usesLeft}` })}</p>`}
    ${doors.map((door) => renderDoor(door, token, messages))}`;
}

/** Renders the page of a pass: property, times, the PIN within these times, and a button for each door. */
export function passPage(input: PassPageInput): Page {
  const { view, messages } = input;
  const { pass, property, brand } = view;
  const { line1, city } = property.address;
  const title = fill(messages.pass.title, { property: property.name });
  const address = [line1, city].filter((part) => part !== null && part !== '').join(', ');
  const times = sayTimes(pass, property, messages).map((text) => html`<p class="origin">${text}</p>`);
  const main = html`<h1>${title}</h1>
    ${address === '' ? null : html`<p class="home">${address}</p>`}
    ${pass.guestName === null ? null : html`<p>${fill(messages.pass.guest, { name: pass.guestName })}</p>`}
    ${times} ${renderPin(input)} ${renderDoors(input)}`;
  return { status: 200, title, main, messages, brand };
}
