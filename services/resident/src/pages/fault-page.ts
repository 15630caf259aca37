import type { ErrorRequestHandler, Request, Response } from 'express';
import { currentTrace } from '@pas/platform/trace/trace';
import type { Fault } from '@pas/platform/errors/fault';
import { toFault, toProblem } from '@pas/platform/http/render-error';
import type { Logger } from '@pas/platform/log/logger';
import { html } from './html.ts';
import { sendPage, type Page } from './page.ts';

/** What a person is told instead of a code; other failures are told in their own words. */
const titles: Readonly<Record<string, string>> = {
  invite_accepted: 'This invite has been used',
  invite_expired: 'This invite has expired',
  invite_revoked: 'This invite is no longer valid',
  not_found: 'We don’t know this link',
  resident_disabled: 'Your access is disabled',
  tenant_suspended: 'This service is suspended',
  rate_limited: 'Too many tries',
  store_unavailable: 'We’ll be right back',
};

/** What to do next, where the failure's own message speaks to programs. */
const advice: Readonly<Record<string, string>> = {
  invite_accepted:
    'If that was you, open the app and sign in with your e-mail and password. If it wasn’t, tell your property manager.',
  not_found: 'Open the link exactly as it was sent to you, or ask your property manager for a new one.',
  rate_limited: 'Wait a quarter of an hour, then try again.',
  store_unavailable: 'Something of ours is away for the moment. Try again in a minute; your invite is safe.',
};

function faultPage(fault: Fault, correlationId: string): Page {
  const { status } = toProblem(fault, correlationId);
  const title = titles[fault.code] ?? 'That didn’t work';
  const main = html`<h1>${title}</h1>
    <p>${advice[fault.code] ?? fault.message}</p>
    <p class="reference">If you ask for help, quote this reference: ${correlationId}</p>`;
  return { status, title, main };
}

/** The renderer of errors for pages: the same status as the API's, in words and a form for people. */
export function renderFaultPage(log: Logger): ErrorRequestHandler {
  return (error: unknown, _request: Request, response: Response, _next) => {
    const fault = toFault(error);
    const page = faultPage(fault, currentTrace()?.correlationId ?? '');
    if (page.status >= 500) log.error({ err: fault.cause ?? fault, code: fault.code }, fault.message);
    if (fault.details.headers) response.set(fault.details.headers);
    sendPage(response, page);
  };
}
