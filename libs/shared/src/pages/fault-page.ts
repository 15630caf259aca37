import type { FaultPages, PageRequest, Problem } from '@pas/platform/http/render-error';
import type { PageReply } from '@pas/platform/http/reply';
import { fill } from '../words/fill.ts';
import { acceptedLanguage } from '../words/language.ts';
import type { NoticeName, Words } from '../words/words.ts';
import { wordsIn } from '../words/words-in.ts';
import { html, type Html } from './html.ts';
import { pageReply } from './page.ts';

/** The page for a failure, by its code. */
const noticesByCode: Readonly<Record<string, NoticeName>> = {
  malformed_request: 'unreadableLink',
  cross_site_request: 'foreignForm',
  resident_former: 'former',
  resident_disabled: 'disabled',
  tenant_suspended: 'suspended',
  not_found: 'unknownLink',
  path_not_found: 'unknownLink',
  method_not_allowed: 'wrongMethod',
  invite_accepted: 'accepted',
  invite_expired: 'expired',
  invite_pending: 'pending',
  invite_revoked: 'revoked',
  invite_superseded: 'superseded',
  body_too_large: 'longForm',
  unsupported_media_type: 'unreadableForm',
  identity_conflict: 'identityConflict',
  rate_limited: 'tooManyTries',
  internal_error: 'internal',
};

/** The statuses of temporary failures. */
const passing: ReadonlySet<number> = new Set([502, 503, 504]);

const noticeOf = ({ status, code }: Problem): NoticeName =>
  passing.has(status) ? 'away' : (noticesByCode[code] ?? 'other');

/** The link of an invite, without what stands behind it. */
const joinPath = /^\/join\/[\w-]+/;

/** The one thing that a person can do about an expired link. It works without scripts. */
function renderRenewal({ code }: Problem, path: string, { join }: Words): Html | null {
  const [link] = joinPath.exec(path) ?? [];
  if (code !== 'invite_expired' || link === undefined) return null;
  return html`<form method="post" action="${link}/renewal">
    <button type="submit">${join.renew}</button>
  </form>`;
}

function render(problem: Problem, { path, headers }: PageRequest): PageReply {
  const { status, correlationId } = problem;
  const words = wordsIn(acceptedLanguage(headers['accept-language']));
  const { title, advice } = words.notices[noticeOf(problem)];
  const main = html`<h1>${title}</h1>
    <p>${advice}</p>
    ${renderRenewal(problem, path, words)}
    <p class="reference">${fill(words.reference, { id: correlationId })}</p>`;
  return pageReply({ status, title, main, words });
}

/** The error page of a failure, with the same status as the API. */
export const faultPages: FaultPages = { below: ['/join', '/reset'], render };
