import type { FaultPages, Problem } from '@pas/platform/http/render-error';
import type { PageReply } from '@pas/platform/http/reply';
import { html } from './html.ts';
import { pageReply } from './page.ts';

const unknownLink = {
  title: 'We don’t know this link',
  advice: 'Open the link exactly as it was sent to you, or ask your property manager for a new one.',
};

/** What a person is told instead of a code; other failures are told in their own words. */
const titles: Readonly<Record<string, string>> = {
  invite_accepted: 'This invite has been used',
  invite_expired: 'This invite has expired',
  invite_revoked: 'This invite is no longer valid',
  not_found: unknownLink.title,
  path_not_found: unknownLink.title,
  resident_former: 'You have moved out',
  resident_disabled: 'Your access is disabled',
  tenant_suspended: 'This service is suspended',
  rate_limited: 'Too many tries',
  store_unavailable: 'We’ll be right back',
};

/** What to do next, where the failure's own message speaks to programs. */
const advice: Readonly<Record<string, string>> = {
  invite_accepted:
    'If that was you, open the app and sign in with your e-mail and password. If it wasn’t, tell your property manager.',
  not_found: unknownLink.advice,
  path_not_found: unknownLink.advice,
  method_not_allowed: 'This page can be read and its form be sent.',
  rate_limited: 'Wait a quarter of an hour, then try again.',
  store_unavailable: 'Something of ours is away for the moment. Try again in a minute; your invite is safe.',
};

function render({ status, code, message, correlationId }: Problem): PageReply {
  const title = titles[code] ?? 'That didn’t work';
  const main = html`<h1>${title}</h1>
    <p>${advice[code] ?? message}</p>
    <p class="reference">If you ask for help, quote this reference: ${correlationId}</p>`;
  return pageReply({ status, title, main });
}

/** What people see of a failure: the same status as the API's, in words for them. */
export const faultPages: FaultPages = { below: ['/join'], render };
