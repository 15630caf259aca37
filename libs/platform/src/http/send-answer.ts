import type { Request, Response } from 'express';
import type { Route } from './define-route.ts';
import type { LocateCreated } from './locate-created.ts';
import type { RedirectReply, Reply } from './reply.ts';
import { sendChunks } from './send-chunks.ts';
import { sendEvents } from './send-events.ts';
import { sendPage } from './send-page.ts';
import { sendReply } from './send-reply.ts';

interface Answer {
  route: Route;
  request: Request;
  response: Response;
  reply: Reply<unknown>;
  signal: AbortSignal;
  locate: LocateCreated;
}

function sendRedirect(response: Response, { location, cookies }: RedirectReply): void {
  // No referrer, because this address may contain a code or the page that a person came from.
  response.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
  // Percent-encodes characters that a header cannot contain. The answer must not fail after the session has begun.
  response.location(location);
  for (const cookie of cookies) response.append('Set-Cookie', cookie);
  response.status(302).end();
}

/** Writes a route's answer, according to its kind. */
export async function sendAnswer({ reply, signal, ...answer }: Answer): Promise<void> {
  const { request, response, route } = answer;
  if (route.table) response.vary('Accept');
  if (reply.kind === 'json') await sendReply({ ...answer, reply });
  else if (reply.kind === 'page') sendPage(response, reply);
  else if (reply.kind === 'redirect') sendRedirect(response, reply);
  else if (reply.kind === 'stream') await sendChunks(request, response, reply);
  else if (request.method === 'HEAD') response.status(200).type('text/event-stream').end();
  else await sendEvents({ response, reply, signal, schema: route.response });
}
