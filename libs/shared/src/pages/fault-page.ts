import type { FaultPages, Problem } from '@pas/platform/http/render-error';
import type { PageReply } from '@pas/platform/http/reply';
import { html } from './html.ts';
import { pageReply } from './page.ts';

/** The text of an error page: the title names the state, the advice names the next step. */
interface Words {
  title: string;
  advice: string;
}

const unknownLink: Words = {
  title: 'We don’t know this link',
  advice: 'Open the link exactly as it was sent to you, or ask your property manager for a new one.',
};

const away: Words = {
  title: 'We’ll be right back',
  advice:
    'Something on our side does not work at the moment. Try again in a minute. Your invite stays as it is.',
};

const ownForm: Words = {
  title: 'This form can’t be read',
  advice: 'Open the link of your invite again and use the form on that page.',
};

/** The words for a failure, by its code. */
const wordsByCode: Readonly<Record<string, Words>> = {
  malformed_request: { ...unknownLink, title: 'This link can’t be read' },
  cross_site_request: {
    title: 'This form came from another site',
    advice: 'Open the link of your invite itself, and use the form on that page.',
  },
  resident_former: {
    title: 'You have moved out',
    advice: 'Ask your property manager for a new invite if you live here again.',
  },
  resident_disabled: {
    title: 'Your access is disabled',
    advice: 'Ask your property manager to enable it.',
  },
  tenant_suspended: {
    title: 'This service is suspended',
    advice: 'Nobody can join this property at the moment. Ask your property manager when this is over.',
  },
  not_found: unknownLink,
  path_not_found: unknownLink,
  method_not_allowed: { ...ownForm, title: 'This page can’t do that' },
  invite_accepted: {
    title: 'This invite has been used',
    advice:
      'If that was you, open the app and sign in with your e-mail and password. If it wasn’t, tell your property manager.',
  },
  invite_expired: {
    title: 'This invite has expired',
    advice: 'Ask your property manager for a new one.',
  },
  invite_revoked: {
    title: 'This invite is no longer valid',
    advice: 'Ask your property manager for a new one.',
  },
  invite_superseded: {
    title: 'This invite has been replaced',
    advice: 'Open the newest link that was sent to you. If you live here already, open the app and sign in.',
  },
  body_too_large: { ...ownForm, title: 'The form is too long' },
  unsupported_media_type: ownForm,
  rate_limited: { title: 'Too many tries', advice: 'Wait a quarter of an hour, then try again.' },
  internal_error: {
    title: 'Something went wrong on our side',
    advice: 'Try again in a minute. If it happens again, ask for help.',
  },
};

/** The statuses of temporary failures. */
const passing: ReadonlySet<number> = new Set([502, 503, 504]);

function wordsFor({ status, code, message }: Problem): Words {
  if (passing.has(status)) return away;
  return wordsByCode[code] ?? { title: 'Something did not work', advice: message };
}

function render(problem: Problem): PageReply {
  const { status, correlationId } = problem;
  const { title, advice } = wordsFor(problem);
  const main = html`<h1>${title}</h1>
    <p>${advice}</p>
    <p class="reference">If you ask for help, quote this reference: ${correlationId}</p>`;
  return pageReply({ status, title, main });
}

/** The error page of a failure, with the same status as the API. */
export const faultPages: FaultPages = { below: ['/join', '/reset'], render };
