import { EventEmitter, once } from 'node:events';
import type { Route } from '@pas/platform/http/define-route';
import { eventsOf, ok, streamed, type PageReply, type ServerSentEvent } from '@pas/platform/http/reply';
import { gone } from '@pas/platform/errors/raise';
import { definePublicRoute, defineRoute } from '@pas/shared/routes/define-route';
import { z } from 'zod';

/** Events of the routes below: `stream closed`, `events closed`, and `news`, which ends the waiting polls. */
export const happenings = new EventEmitter();

const Count = z.object({ count: z.int() });

/** Yields pieces without an end. Each piece is large, so that the reader sets the pace. */
async function* endless(): AsyncGenerator<string> {
  try {
    for (;;) yield 'x'.repeat(64 * 1024);
  } finally {
    happenings.emit('stream closed');
  }
}

/** Yields three events after the client's last one, and then waits. The data has an undeclared field. */
async function* countFrom(
  first: number,
  signal: AbortSignal,
): AsyncGenerator<ServerSentEvent<{ count: number }>> {
  try {
    for (let count = first; count < first + 3; count += 1) {
      const data = { count, internal: 'canary' };
      yield { id: String(count), type: 'counted', data };
    }
    await once(happenings, 'news', { signal });
  } finally {
    happenings.emit('events closed');
  }
}

async function hasNews(signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return false;
  happenings.emit('waiting');
  return once(happenings, 'news', { signal }).then(
    () => true,
    () => false,
  );
}

/** Makes a page of the toy. */
export const toyPage = (status: number, text: string): PageReply => ({
  kind: 'page',
  status,
  html: `<!doctype html><title>Toy</title><p>${text}</p>`,
  styleHashes: [],
});

const shell = {
  summary: 'A toy',
  scope: 'units:read',
  method: 'get',
} as const;

/** A route for each kind of answer. */
export const answerRoutes: readonly Route[] = [
  defineRoute({
    ...shell,
    path: '/api/admin/stream',
    operationId: 'getStream',
    answers: 'stream',
    streams: { 'text/plain': z.string() },
    run: async () => streamed('text/plain; charset=utf-8', 'lines.txt', endless()),
  }),
  defineRoute({
    ...shell,
    path: '/api/admin/events',
    operationId: 'getEvents',
    answers: 'events',
    response: Count,
    run: async ({ lastEventId, signal }) => eventsOf(countFrom(Number(lastEventId ?? 0) + 1, signal)),
  }),
  defineRoute({
    ...shell,
    path: '/api/admin/poll',
    operationId: 'getPoll',
    wait: 25,
    response: z.object({ news: z.boolean() }),
    run: async ({ signal }) => ok({ news: await hasNews(signal) }),
  }),
  definePublicRoute({
    ...shell,
    path: '/toy/{name}',
    operationId: 'getToyName',
    scope: null,
    params: { name: z.string() },
    answers: 'page',
    run: async ({ params: { name } }) => {
      if (name === 'ended') throw gone('toy_ended', 'This toy has ended.');
      return toyPage(200, name);
    },
  }),
];
