import express, { type Router } from 'express';
import { z } from 'zod';
import type { WebhookConfig } from '../config.ts';
import { Problem } from '../http/problem.ts';
import type { CallBook, PlayedCall } from './call-book.ts';
import { CallScript } from './call-script.ts';
import { startCall } from './play-calls.ts';
import type { Exchange } from './telephony-b/exchange.ts';

const ListQuery = z.strictObject({
  /** An unencoded `+` arrives as a space. */
  to: z
    .string()
    .transform((number) => number.trim().replace(/^(?=\d)/, '+'))
    .optional(),
});

const OneQuery = z.strictObject({
  /** Number of lines that the client has seen. */
  after: z.coerce.number().int().min(0).default(0),
  /** Seconds to wait for further lines. */
  wait: z.coerce.number().int().min(0).max(25).default(0),
});

function find(book: CallBook, id: string): PlayedCall {
  const call = book.find(id);
  if (!call) throw new Problem(404, 'not_found', 'There is no such call.');
  return call;
}

interface CallParts {
  readonly book: CallBook;
  readonly exchange: Exchange;
  /** Null when the sandbox has no secrets to sign with. */
  readonly config: WebhookConfig | null;
  readonly report: (error: unknown) => void;
}

/** Routes that play scripted calls to virtual numbers and show their logs. */
export function createCallRoutes({ book, exchange, config, report }: CallParts): Router {
  const router = express.Router();
  router.post('/telephony/calls', express.json(), (request, response) => {
    if (!config)
      throw new Problem(503, 'webhooks_not_configured', 'The sandbox has no secrets to sign with.');
    const script = CallScript.parse(request.body ?? {});
    response.status(201).json({ call: startCall({ book, exchange, config, report }, script) });
  });
  router.get('/telephony/calls', (request, response) => {
    response.json({ calls: book.list(ListQuery.parse(request.query).to) });
  });
  router.get('/telephony/calls/:id', async (request, response) => {
    const { after, wait } = OneQuery.parse(request.query);
    const call = find(book, request.params.id);
    await book.waitForNews(call, after, AbortSignal.timeout(wait * 1000));
    response.json({ call: { ...call, lines: call.lines.slice(after) } });
  });
  router.delete('/telephony/calls', (_request, response) => {
    book.clear();
    response.status(204).end();
  });
  return router;
}
