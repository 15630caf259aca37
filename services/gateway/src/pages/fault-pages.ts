import type { FaultPages } from '@pas/platform/http/render-error';
import { html } from '@pas/shared/pages/html';
import { faultPages as ofPortal } from '@pas/shared/pages/fault-page';
import { pageReply } from '@pas/shared/pages/page';

/** Title and advice of the page for a failed log-in or setup link, by code. */
const loginWords: Readonly<Record<string, readonly [title: string, advice: string]>> = {
  login_failed: [
    'The log-in could not be completed',
    'It was started in another browser, it took more than ten minutes, or it was cancelled. Start it again.',
  ],
  organization_unknown: [
    'Your organization has no tenant here',
    'Ask the operator of the platform to connect your organization. Then log in again.',
  ],
  setup_link_mismatch: [
    'The setup link is for another person',
    'Open the link again and log in with the e-mail that it was made for.',
  ],
  link_ended: [
    'This setup link has ended',
    'It works once and until its end. Ask the person who sent it for a new one.',
  ],
  identity_unavailable: [
    'Single sign-on is unavailable',
    'Wait a moment, then load this page again. You can also start the log-in again.',
  ],
};

/** Codes whose reader needs a link instead of a log-in. */
const needsLink: ReadonlySet<string> = new Set(['setup_link_mismatch', 'link_ended']);

/** The error pages of the gateway: those of invites, and those at the end of an operator's log-in. */
export const gatewayFaultPages: FaultPages = {
  below: [...ofPortal.below, '/api/admin/auth/callback', '/api/admin/auth/setup'],
  render(problem, request) {
    const words = loginWords[problem.code];
    if (!words) return ofPortal.render(problem, request);
    const [title, advice] = words;
    const main = html`<h1>${title}</h1>
      <p>${advice}</p>
      ${needsLink.has(problem.code) ? null : html`<p><a href="/api/admin/auth/login">Log in again</a></p>`}
      <p class="reference">If you ask for help, quote this reference: ${problem.correlationId}</p>`;
    return pageReply({ status: problem.status, title, main });
  },
};
