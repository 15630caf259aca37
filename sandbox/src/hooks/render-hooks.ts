import { markup, type Markup } from '../http/markup.ts';
import type { Delivery, HookBook, HookView } from './hook-book.ts';

const words: Readonly<Record<Delivery['verdict'], string>> = {
  genuine: 'genuine: the signature is right',
  forged: 'forged: the signature is wrong or too old',
  unchecked: 'not verified: the receiver has no secret',
};

/** Renders the page of all receivers. */
export function renderHooks(book: HookBook): Markup {
  const rows = book
    .names()
    .toReversed()
    .map(
      (name): Markup => markup`<li><a href="/hooks/${name}">${name}</a>
<p><span>${book.deliveriesOf(name).length} deliveries</span> <span>${book.show(name).behaviour}</span></p></li>`,
    );
  const intro = markup`<p>Point a webhook endpoint at <code>/hooks/</code> and any name on this address. The events that arrive are shown here.</p>`;
  const list =
    rows.length === 0 ? markup`<p>Nothing has arrived.</p>` : markup`<ul class="rows">${rows}</ul>`;
  return markup`${intro}${list}`;
}

function renderDelivery({ id, type, verdict, status, at, body }: Delivery): Markup {
  return markup`<h2>${type ?? 'No type'}</h2>
<p class="soft">${words[verdict]}. Answered ${status}. <code>${id ?? 'no webhook-id'}</code> <time datetime="${at}">${at}</time></p>
<pre>${body}</pre>`;
}

const settings: readonly (readonly [HookView['behaviour'], string])[] = [
  ['accept', 'Take everything (204)'],
  ['fail', 'Refuse everything (500)'],
  ['slow', 'Answer too late (after 20 s)'],
  ['gone', 'Be gone (410)'],
];

const renderForm = ({ name, behaviour, hasSecret }: HookView): Markup => {
  const choices = settings.map(([value, label]) =>
    value === behaviour
      ? markup`<option value="${value}" selected>${label}</option>`
      : markup`<option value="${value}">${label}</option>`,
  );
  const known = hasSecret ? 'A secret is set. Leave this empty to keep it.' : 'Not set: nothing is verified.';
  return markup`<form method="post" action="/hooks/${name}/settings">
<label for="behaviour">Answer</label><select id="behaviour" name="behaviour">${choices}</select>
<label for="secret">Secret of the endpoint</label>
<input id="secret" name="secret" autocomplete="off" aria-describedby="known"><p id="known" class="soft">${known}</p>
<button>Set</button>
</form>`;
};

/** Renders the page of a receiver: its settings and deliveries. */
export function renderHook(hook: HookView, deliveries: readonly Delivery[]): Markup {
  const list =
    deliveries.length === 0 ? markup`<p>Nothing has arrived.</p>` : markup`${deliveries.map(renderDelivery)}`;
  return markup`${renderForm(hook)}${list}<p><a href="/hooks">All receivers</a></p>`;
}
