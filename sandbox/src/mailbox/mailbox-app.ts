import express from 'express';
import type { Express } from 'express';
import { z } from 'zod';
import { pageHeaders } from '../http/page.ts';
import { Problem, refuseUnknownPath, renderProblem } from '../http/problem.ts';
import { SetDeliveryBehaviour } from './delivery-behaviour.ts';
import type { DeliveryRules } from './delivery-behaviour.ts';
import { bodyHeaders, renderBody, renderMessage, renderMessageList } from './mailbox-pages.ts';
import type { Message, MessageStore } from './message-store.ts';

/** Dependencies of the mailbox app. */
export interface MailboxParts {
  readonly messages: MessageStore;
  readonly rules: DeliveryRules;
  readonly report: (error: unknown) => void;
}

/** An unencoded `+` arrives as a space, which no unquoted address contains. It is therefore read as `+`. */
const MessageQuery = z.strictObject({
  to: z
    .string()
    .transform((address) => address.trim().replaceAll(' ', '+'))
    .optional(),
});

/** Creates the app of the mailbox: a JSON API for programs and plain pages for people. Does not listen. */
export function createMailboxApp(parts: MailboxParts): Express {
  const app = express();
  app.disable('x-powered-by');
  serveApi(app, parts);
  servePages(app, parts.messages);
  app.use(refuseUnknownPath);
  app.use(renderProblem(parts.report));
  return app;
}

function serveApi(app: Express, { messages, rules }: MailboxParts): void {
  app.get('/api/messages', (request, response) => {
    response.json({ messages: messages.list(MessageQuery.parse(request.query).to) });
  });
  app.get('/api/messages/:id', (request, response) => {
    response.json({ message: requireMessage(messages, request.params.id) });
  });
  app.delete('/api/messages', (_request, response) => {
    messages.clear();
    response.status(204).end();
  });
  app.get('/api/behaviour', (_request, response) => {
    response.json({ rules: rules.list() });
  });
  app.put('/api/behaviour', express.json(), (request, response) => {
    rules.set(SetDeliveryBehaviour.parse(request.body));
    response.json({ rules: rules.list() });
  });
}

function servePages(app: Express, messages: MessageStore): void {
  app.get('/', (request, response) => {
    const to = MessageQuery.parse(request.query).to || undefined;
    response.set(pageHeaders).send(renderMessageList(messages.list(to), to));
  });
  app.get('/messages/:id', (request, response) => {
    response.set(pageHeaders).send(renderMessage(requireMessage(messages, request.params.id)));
  });
  app.get('/messages/:id/body', (request, response) => {
    response.set(bodyHeaders).send(renderBody(requireMessage(messages, request.params.id)));
  });
}

/** @throws Problem 404 for an unknown id */
function requireMessage(messages: MessageStore, id: string): Message {
  const message = messages.find(id);
  if (!message) throw new Problem(404, 'not_found', 'There is no such message.');
  return message;
}
