import type { Markup } from '../http/markup.ts';
import { markup } from '../http/markup.ts';
import { pageHeaders, renderPage } from '../http/page.ts';
import type { Message } from './message-store.ts';

const shownMessages = 200;

/** Renders the page of the newest messages. `to` is the address filter. */
export function renderMessageList(messages: readonly Message[], to: string | undefined): string {
  const filter = markup`<form method="get" action="/">
<label for="to">Show mail to one address</label>
<input id="to" name="to" type="email" value="${to}" autocomplete="off">
<button>Show</button> <a href="/">Show all</a>
</form>`;
  return renderPage('Mailbox', markup`${filter}${renderList(messages)}`);
}

function renderList(messages: readonly Message[]): Markup {
  if (messages.length === 0) return markup`<p>No mail has arrived.</p>`;
  const rows = messages.slice(0, shownMessages).map(renderRow);
  return markup`<p class="soft">${rows.length} of ${messages.length} messages, the newest first</p>
<ol class="rows">${rows}</ol>`;
}

function renderRow({ id, to, subject, at }: Message): Markup {
  return markup`<li>
<a href="/messages/${id}">${subject || '(no subject)'}</a>
<p><span>to ${to}</span> ${renderTime(at)}</p>
</li>`;
}

/** Time zone of this machine, which is that of its user. */
const wallClock = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
});

function renderTime(at: string): Markup {
  return markup`<time datetime="${at}">${wallClock.format(new Date(at))}</time>`;
}

/** Renders a message: its text with links, and its HTML part in a frame. */
export function renderMessage({ id, from, to, subject, at, text, html }: Message): string {
  const main = markup`<p><a href="/">All messages</a></p>
<dl>
<dt>From</dt><dd>${from}</dd>
<dt>To</dt><dd>${to}</dd>
<dt>Received</dt><dd>${renderTime(at)}</dd>
</dl>
<h2>Text</h2>
<pre>${linkUrls(text)}</pre>
${html === null ? undefined : renderFrame(id)}`;
  return renderPage(subject || '(no subject)', main);
}

function renderFrame(id: string): Markup {
  return markup`<h2>HTML</h2>
<iframe src="/messages/${id}/body" title="HTML part of the message" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`;
}

/** Converts URLs to links, without punctuation at the end of a sentence. */
function linkUrls(text: string): Markup[] {
  return text.split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]])/).map((piece, index) => {
    const isUrl = index % 2 === 1;
    if (!isUrl) return markup`${piece}`;
    return markup`<a href="${piece}" target="_blank" rel="noopener noreferrer">${piece}</a>`;
  });
}

/**
 * Headers of a message's HTML part. It is untrusted, so scripts and external content are blocked, even outside the
 * frame. Links open in new windows.
 */
export const bodyHeaders: Readonly<Record<string, string>> = {
  ...pageHeaders,
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
};

/** Returns the HTML part after a `base` element that opens links outside the frame. */
export function renderBody(message: Message): string {
  return `<!doctype html><base target="_blank">${message.html ?? ''}`;
}
