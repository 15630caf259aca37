import type { FaultPages, PageRequest, Problem } from '@pas/platform/http/render-error';
import type { PageReply } from '@pas/platform/http/reply';
import { fill } from '../messages/fill.ts';
import { acceptedLanguage, languageOf } from '../messages/language.ts';
import type { Messages } from '../messages/en.ts';
import { messagesIn } from '../messages/messages-in.ts';
import { html, type Html } from './html.ts';
import { pageReply } from './page.ts';

type NoticeName = keyof Messages['notices'];

/** Notices of failures, by code. */
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
  pass_expired: 'passEnded',
  pass_revoked: 'passRevoked',
  host_not_admitted: 'passHostGone',
};

/** Notices of failures below `/pass` that differ. The reader is a guest without an invite. */
const passNoticesByCode: Readonly<Record<string, NoticeName>> = {
  access_denied: 'passDenied',
  body_too_large: 'passForm',
  cross_site_request: 'passForm',
  idempotency_key_reused: 'passForm',
  internal_error: 'internal',
  malformed_request: 'passUnknown',
  method_not_allowed: 'passForm',
  not_found: 'passUnknown',
  pass_expired: 'passEnded',
  pass_revoked: 'passRevoked',
  host_not_admitted: 'passHostGone',
  path_not_found: 'passUnknown',
  rate_limited: 'passTooOften',
  unsupported_media_type: 'passForm',
  validation_failed: 'passForm',
};

/** The statuses of temporary failures. */
const passing: ReadonlySet<number> = new Set([502, 503, 504]);

const passPath = /^\/pass(?:\/|$)/;

/** Renders the link to ask for another mail after the one for a new password has ended. */
const renderForgot = ({ code }: Problem, { reset }: Messages): Html | null =>
  code === 'link_ended' ? html`<a class="button" href="/reset">${reset.askTitle}</a>` : null;

function noticeOf({ status, code }: Problem, path: string): NoticeName {
  if (passPath.test(path)) return passing.has(status) ? 'passAway' : (passNoticesByCode[code] ?? 'passOther');
  return passing.has(status) ? 'away' : (noticesByCode[code] ?? 'other');
}

/** The path of an invite's link, without further segments. */
const joinPath = /^\/join\/[\w-]+/;

/** Renders the form that asks for a new link after the old one expired. It works without scripts. */
function renderRenewal({ code }: Problem, path: string, { join }: Messages): Html | null {
  const [link] = joinPath.exec(path) ?? [];
  if (code !== 'invite_expired' || link === undefined) return null;
  return html`<form method="post" action="${link}/renewal">
    <button type="submit">${join.renew}</button>
  </form>`;
}

/** Failures of an invite whose reader may already be a resident. */
const mayHaveJoined: ReadonlySet<string> = new Set(['invite_accepted', 'invite_superseded']);

/** Renders the link to the portal for a person who may already be a resident. */
const renderPortal = ({ code }: Problem, { join }: Messages): Html | null =>
  mayHaveJoined.has(code) ? html`<a class="button" href="/portal">${join.openPortal}</a>` : null;

function render(problem: Problem, { path, headers, locale = null }: PageRequest): PageReply {
  const { status, correlationId } = problem;
  const known = locale === null ? null : languageOf(locale);
  const messages = messagesIn(known ?? acceptedLanguage(headers['accept-language']));
  const { title, advice } =
    problem.code === 'link_ended' ? messages.reset.ended : messages.notices[noticeOf(problem, path)];
  const main = html`<h1>${title}</h1>
    <p>${advice}</p>
    ${renderRenewal(problem, path, messages)} ${renderPortal(problem, messages)}
    ${renderForgot(problem, messages)}
    <p class="reference">${fill(messages.reference, { id: correlationId })}</p>`;
  return pageReply({ status, title, main, messages });
}

/** The error page of a failure, with the same status as the API. */
export const faultPages: FaultPages = {
  below: ['/join', '/pass', '/reset'],
  render,
};
