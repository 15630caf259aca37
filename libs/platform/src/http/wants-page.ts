import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import accepts from 'accepts';

const page = 'text/html';
const json = ['application/json', 'application/json;charset=utf-8', 'application/problem+json'];

/** Whether the sender of the request is a program: it has a JSON body or credentials. */
const isProgram = ({ authorization, 'content-type': type = '' }: IncomingHttpHeaders): boolean =>
  authorization !== undefined || /^application\/(?:[\w.-]+\+)?json\b/i.test(type);

/**
 * Whether the sender of a request gets a page: unless its `Accept` prefers JSON (RFC 9110, section 12.5.1). Without a
 * preference, a request with a JSON body or with credentials gets JSON, and every other request a page.
 */
export function wantsPage(headers: IncomingHttpHeaders): boolean {
  const types = isProgram(headers) ? [...json, page] : [page, ...json];
  const [usual] = types;
  return (accepts({ headers } as IncomingMessage).type(types) || usual) === page;
}
