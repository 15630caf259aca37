import express from 'express';
import type { Router } from 'express';
import { z } from 'zod';
import { createCallBook } from '../calls/call-book.ts';
import { createCallRoutes } from '../calls/call-routes.ts';
import { createCommandRoutes } from '../calls/telephony-b/command-routes.ts';
import { createExchange } from '../calls/telephony-b/exchange.ts';
import { renderCalls } from '../calls/render-calls.ts';
import type { TelephonyConfig, WebhookConfig } from '../config.ts';
import type { Markup } from '../http/markup.ts';
import { markup } from '../http/markup.ts';
import { pageHeaders, renderPage } from '../http/page.ts';
import { createProviderRoutes } from './provider-routes.ts';
import { createTextRules, SetTextBehaviour } from './text-behaviour.ts';
import { createTextStore, type Text } from './text-store.ts';

/** An unencoded `+` arrives as a space. */
const TextQuery = z.strictObject({
  to: z
    .string()
    .transform((number) => number.trim().replace(/^(?=\d)/, '+'))
    .optional(),
});

const shownTexts = 200;

function renderTexts(texts: readonly Text[], to: string | undefined): Markup {
  const rows = texts.slice(0, shownTexts).map(
    ({ to: number, from, text, at, provider }): Markup => markup`<li>
<div>${linkUrls(text)}</div>
<p><span>to ${number}</span> <span>from ${from}, ${provider}</span> <time datetime="${at}">${at}</time></p>
</li>`,
  );
  const list =
    rows.length === 0 ? markup`<p>No text has arrived.</p>` : markup`<ol class="rows">${rows}</ol>`;
  const filter = markup`<form method="get" action="/telephony">
<label for="to">Show texts to one number</label>
<input id="to" name="to" type="tel" value="${to}" autocomplete="off">
<button>Show</button> <a href="/telephony">Show all</a>
</form>`;
  return markup`${filter}${list}`;
}

/** Converts URLs to links. */
function linkUrls(text: string): Markup[] {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((piece, at) =>
      at % 2 === 0
        ? markup`${piece}`
        : markup`<a href="${piece}" target="_blank" rel="noopener noreferrer">${piece}</a>`,
    );
}

interface TelephonyParts {
  readonly telephony: TelephonyConfig;
  /** Null when the sandbox has no secrets to sign with. */
  readonly webhooks: WebhookConfig | null;
  readonly report: (error: unknown) => void;
}

/**
 * Creates the telephony providers: REST APIs, text messages, calls, and rules for faults. `/telephony` is the page of
 * text messages and calls.
 */
export function createTelephony({ telephony: config, webhooks, report }: TelephonyParts): Router {
  const [texts, rules] = [createTextStore(), createTextRules()];
  const [book, exchange] = [createCallBook(), createExchange()];
  const router = express.Router();
  router.use(createProviderRoutes({ texts, rules, config }));
  router.use(createCallRoutes({ book, exchange, config: webhooks, report }));
  router.use(createCommandRoutes({ exchange, apiKey: config.apiKey }));
  router.get('/telephony', (request, response) => {
    const to = TextQuery.parse(request.query).to || undefined;
    const [textList, callList] = [renderTexts(texts.list(to), to), renderCalls(book.list(to))];
    const page = markup`${textList}<h2>Calls</h2>${callList}`;
    response.set(pageHeaders).send(renderPage('Texts and calls', page));
  });
  router.get('/telephony/messages', (request, response) => {
    response.json({ messages: texts.list(TextQuery.parse(request.query).to) });
  });
  router.delete('/telephony/messages', (_request, response) => {
    texts.clear();
    response.status(204).end();
  });
  router.get('/telephony/behaviour', (_request, response) => {
    response.json({ rules: rules.list() });
  });
  router.put('/telephony/behaviour', express.json(), (request, response) => {
    rules.set(SetTextBehaviour.parse(request.body));
    response.json({ rules: rules.list() });
  });
  return router;
}
