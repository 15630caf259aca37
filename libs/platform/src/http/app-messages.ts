import { IncomingMessage, ServerResponse, type RequestListener, type ServerOptions } from 'node:http';
import type { Express } from 'express';

type MessageClasses = Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>;

const known = new WeakMap<RequestListener, MessageClasses>();

const isExpress = (app: RequestListener): app is Express => 'request' in app && 'response' in app;

/**
 * Makes the message classes of a server for an Express app. Express changes the prototype of each request and response
 * to its own. Instances of these classes already have it. V8 handles an object more slowly after its prototype has
 * changed.
 *
 * @returns no classes for a listener that is not an Express app
 */
export function messageClassesOf(app: RequestListener): MessageClasses {
  if (!isExpress(app)) return {};
  const made = known.get(app);
  if (made) return made;
  class AppRequest extends IncomingMessage {}
  class AppResponse extends ServerResponse {}
  app.request = Object.setPrototypeOf(AppRequest.prototype, app.request) as Express['request'];
  app.response = Object.setPrototypeOf(AppResponse.prototype, app.response) as Express['response'];
  const classes = { IncomingMessage: AppRequest, ServerResponse: AppResponse } as MessageClasses;
  known.set(app, classes);
  return classes;
}
