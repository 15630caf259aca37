import { ok } from '@pas/platform/http/reply';
import { wantsPage } from '@pas/platform/http/wants-page';
import type { PublicContext } from '@pas/shared/context/operation-context';
import { Fault } from '@pas/platform/errors/fault';
import type { Route } from '@pas/platform/http/define-route';
import { definePublicRoute } from '@pas/shared/routes/define-route';
import type { SignUp } from '@pas/shared/accounts/accounts.schema';
import type { SignInResult } from '@pas/shared/accounts/sign-in-as';
import { signUp } from '@pas/shared/accounts/sign-up';
import type { SignUpChecks } from '@pas/shared/accounts/sign-up-checks';
import { findInvite } from '@pas/shared/invites/find-invite';
import { z } from 'zod';
import type { Auth } from '../../resources/auth/auth.routes.ts';
import { deviceTokenOf } from '../../resources/auth/browser-session.ts';
import { previewInvite } from '../../resources/auth/preview-invite.ts';
import { InvitePreview, presentInvitePreview } from '../../resources/invites/invite-preview.schema.ts';
import { loadInvitedHome } from '../../resources/invites/load-invited-home.ts';
import { pageReply } from '@pas/shared/pages/page';
import { requireSameOrigin } from '../same-origin.ts';
import { messagesFor } from '../messages-for.ts';
import { inLanguageOf } from './in-language-of.ts';
import { JoinForm, toJoinProblems, toSignUp, type JoinProblems } from './join-form.ts';
import { joinPage, openForm, type JoinView } from './join-page.ts';
import { loadBrand } from '@pas/shared/tenants/load-brand';
import type { Messages } from '@pas/shared/messages/en';
import { requestRenewal } from '../../resources/auth/request-renewal.ts';
import { renewedPage } from './renewed-page.ts';
import { welcomePage } from './welcome-page.ts';

type PageHeaders = Parameters<typeof messagesFor>[0];
type Outcome = { signedIn: SignInResult } | { problems: JoinProblems };

/** Signs the person up and in, or returns the problems that the person can correct in the form. */
async function tryToSignUp(
  ctx: PublicContext,
  { checks, messages }: { checks: SignUpChecks; messages: Messages },
  input: SignUp & { device: string },
): Promise<Outcome> {
  try {
    return { signedIn: (await signUp(ctx, checks, input)).signedIn };
  } catch (error) {
    const problems = error instanceof Fault ? toJoinProblems(error.details.errors ?? [], messages) : {};
    if (Object.keys(problems).length === 0) throw error;
    return { problems };
  }
}

/** Reads the content of the form, in the language of the invite or browser. Records that the link was opened. */
async function viewForm(ctx: PublicContext, token: string, headers: PageHeaders): Promise<JoinView> {
  const home = await previewInvite(ctx, token);
  const brand = await loadBrand(home.invite.tenantId);
  return { home, brand, messages: messagesFor(headers, home.invite.locale) };
}

/** Returns the messages of an invite's page. @throws not_found, and gone for a token that was replaced */
async function messagesOf(ctx: PublicContext, token: string, headers: PageHeaders): Promise<Messages> {
  return messagesFor(headers, (await findInvite(token, ctx.now)).locale);
}

interface SentForm {
  auth: Auth;
  token: string;
  fields: JoinForm;
  headers: PageHeaders;
}

/** Signs up with a submitted form, or shows it again with its problems. */
async function submitForm(ctx: PublicContext, { auth, token, fields, headers }: SentForm) {
  const messages = await messagesOf(ctx, token, headers);
  const input = toSignUp(token, fields, messages);
  const device = deviceTokenOf(auth, headers);
  const outcome =
    'inviteToken' in input
      ? await tryToSignUp(ctx, { checks: auth, messages }, { ...input, device })
      : { problems: input };
  if ('problems' in outcome)
    return pageReply(joinPage(await viewForm(ctx, token, headers), fields, outcome.problems));
  const { session, refreshToken } = outcome.signedIn;
  const home = await loadInvitedHome(await findInvite(token, ctx.now));
  const brand = await loadBrand(home.invite.tenantId);
  const cookies = [auth.cookie.set(session, refreshToken, ctx.now), auth.deviceCookie.set(device)];
  return { ...pageReply(welcomePage({ home, brand, messages }, fields.firstName)), cookies };
}

const params = { token: z.string().meta({ description: 'The last part of the invite’s link.' }) };

/**
 * `/join/<token>`: the page behind an invite's link, where a person signs up in any browser, without scripts. Reading
 * it does not accept the invite. Its form acts like the API's sign-up.
 */
export function joinRoutes(auth: Auth): Route[] {
  return [
    definePublicRoute({
      method: 'get',
      path: '/join/{token}',
      operationId: 'showJoinPage',
      summary: 'Show the page behind an invite’s link',
      description:
        'Shows a sign-up page in the language of the invite, else of the browser: English, Spanish, French or German. It works without scripts. Reading it does not accept the invite. A request whose `Accept` prefers JSON gets the invite as JSON.',
      scope: null,
      params,
      answers: 'view',
      response: z.object({ invite: InvitePreview }),
      codes: { 410: ['invite_expired', 'invite_revoked', 'invite_superseded', 'invite_accepted'] },
      run: async ({ ctx, params: { token }, headers }) => {
        if (!wantsPage(headers))
          return ok({ invite: presentInvitePreview(await previewInvite(ctx, token), ctx.now) });
        const view = await inLanguageOf(token, async () => viewForm(ctx, token, headers));
        return pageReply(joinPage(view, openForm(view.home)));
      },
    }),
    definePublicRoute({
      method: 'post',
      path: '/join/{token}',
      operationId: 'submitJoinForm',
      summary: 'Sign up with the form behind an invite’s link',
      description:
        'Acts like the sign-up of the API, and answers a page. Signs the browser in by setting the refresh token as a cookie. With 422, the page shows each problem beside its field. A form that is sent again within 15 minutes gets the same answer.',
      scope: null,
      params,
      body: { form: { schema: JoinForm, maxBytes: 16 * 1024, maxFields: 20 } },
      requireHeaders: requireSameOrigin,
      answers: 'page',
      codes: {
        403: ['cross_site_request'],
        409: ['account_exists', 'identity_conflict'],
        410: ['invite_expired', 'invite_revoked', 'invite_superseded', 'invite_accepted'],
        422: ['phone_is_virtual_number', 'premium_number', 'password_too_common'],
      },
      run: async ({ ctx, params: { token }, body: { fields }, headers }) =>
        inLanguageOf(token, async () => submitForm(ctx, { auth, token, fields, headers })),
    }),
    definePublicRoute({
      method: 'post',
      path: '/join/{token}/renewal',
      operationId: 'submitRenewalForm',
      summary: 'Request a new link with the button of an expired one',
      description:
        'Acts like the request for a new link by the API, and answers a page. A request within 24 hours of the last one changes nothing.',
      scope: null,
      params,
      requireHeaders: requireSameOrigin,
      answers: 'page',
      codes: {
        403: ['tenant_suspended', 'cross_site_request'],
        409: ['invite_pending'],
        410: ['invite_revoked', 'invite_superseded', 'invite_accepted'],
      },
      run: async ({ ctx, params: { token }, headers }) => {
        const { locale, tenantId } = await inLanguageOf(token, async () => requestRenewal(ctx, token));
        return pageReply(renewedPage(messagesFor(headers, locale), await loadBrand(tenantId)));
      },
    }),
  ];
}
