import { setTimeout as pause } from 'node:timers/promises';
import express, { Router, type Request } from 'express';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import { pageHeaders, renderPage } from '../http/page.ts';
import { Problem } from '../http/problem.ts';
import { createHookBook, SetHook, type HookBook, type HookRule, type Verdict } from './hook-book.ts';
import { renderHook, renderHooks } from './render-hooks.ts';

const namePattern = /^[A-Za-z0-9_-]{1,64}$/;

/** @throws Problem 404 for an impossible name */
function requireName(name: string | undefined): string {
  if (name === undefined || !namePattern.test(name))
    throw new Problem(404, 'not_found', 'A receiver is named by 1 to 64 letters, digits, _ and -.');
  return name;
}

const statusOf = { accept: 204, slow: 204, fail: 500, gone: 410 } as const;

function verify({ headers }: Request, body: string, secret: string | null): Verdict {
  if (secret === null) return 'unchecked';
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return 'genuine';
  } catch {
    return 'forged';
  }
}

/** Returns the type of an event; null for another body. */
function typeOf(body: string): string | null {
  try {
    return z.object({ type: z.string().max(200) }).parse(JSON.parse(body)).type;
  } catch {
    return null;
  }
}

const readBody = express.text({ type: () => true, limit: '1mb' });

/** Records an event and answers by the receiver's behaviour. */
async function receive(book: HookBook, request: Request<{ name: string }>): Promise<number> {
  const name = requireName(request.params.name);
  const { behaviour, delayMs, secret }: HookRule = book.ruleOf(name);
  const body = typeof request.body === 'string' ? request.body : '';
  const status = statusOf[behaviour];
  book.add(name, {
    id: request.get('webhook-id') ?? null,
    type: typeOf(body),
    verdict: verify(request as Request, body, secret),
    status,
    at: new Date().toISOString(),
    body,
  });
  if (behaviour === 'slow') await pause(delayMs, undefined, { ref: false });
  return status;
}

/** Seconds that a list of deliveries waits for the first one. */
const DeliveriesQuery = z.strictObject({ wait: z.coerce.number().int().min(0).max(25).default(0) });

const lookEveryMs = 100;

async function untilFirst(book: HookBook, name: string, waitSeconds: number): Promise<void> {
  const giveUpAt = Date.now() + 1000 * waitSeconds;
  while (book.deliveriesOf(name).length === 0 && Date.now() < giveUpAt) await pause(lookEveryMs);
}

/** Browsers send empty fields of a form too, so an empty secret keeps the existing one. */
const HookForm = z.object({ behaviour: SetHook.shape.behaviour, secret: SetHook.shape.secret });

function servePages(router: Router, book: HookBook): void {
  router.get('/hooks', (_request, response) => {
    response.set(pageHeaders).send(renderPage('Webhook receivers', renderHooks(book)));
  });
  router.get('/hooks/:name', (request, response) => {
    const name = requireName(request.params.name);
    const page = renderHook(book.show(name), book.deliveriesOf(name));
    response.set(pageHeaders).send(renderPage(`Receiver ${name}`, page));
  });
  router.post('/hooks/:name/settings', express.urlencoded({ extended: false }), (request, response) => {
    const name = requireName(request.params.name);
    const { behaviour, secret } = HookForm.parse(request.body ?? {});
    book.set(name, { behaviour, secret: secret || undefined });
    response.redirect(303, `/hooks/${name}`);
  });
}

/**
 * Routes of receivers of webhooks, one for each name. They show received events and the results of verification. A
 * receiver can be set to refuse, to be slow or to be gone.
 */
export function createHookRoutes(book: HookBook = createHookBook()): Router {
  const router = Router();
  servePages(router, book);
  router.post('/hooks/:name', readBody, async (request, response) => {
    response.status(await receive(book, request)).end();
  });
  router.put('/hooks/:name', express.json(), (request, response) => {
    response.json({ hook: book.set(requireName(request.params.name), SetHook.parse(request.body)) });
  });
  router.get('/hooks/:name/deliveries', async (request, response) => {
    const name = requireName(request.params.name);
    await untilFirst(book, name, DeliveriesQuery.parse(request.query).wait);
    response.json({ hook: book.show(name), deliveries: book.deliveriesOf(name) });
  });
  router.delete('/hooks/:name/deliveries', (request, response) => {
    book.clear(requireName(request.params.name));
    response.status(204).end();
  });
  return router;
}
