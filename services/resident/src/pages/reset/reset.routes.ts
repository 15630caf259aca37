import type { Route } from '@pas/platform/http/define-route';
import { fieldProblems } from '@pas/platform/http/field-problems';
import { Fault } from '@pas/platform/errors/fault';
import { gone } from '@pas/platform/errors/raise';
import { NewPassword } from '@pas/shared/accounts/password';
import type { PublicContext } from '@pas/shared/context/operation-context';
import type { Page } from '@pas/shared/pages/page';
import { pageReply } from '@pas/shared/pages/page';
import { definePublicRoute } from '@pas/shared/routes/define-route';
import { z } from 'zod';
import type { RequestLimits } from '@pas/shared/accounts/request-limits';
import type { Messages } from '@pas/shared/messages/en';
import { ForgotPassword } from '../../resources/auth/password.schema.ts';
import { requestPasswordReset } from '../../resources/auth/request-password-reset.ts';
import { isLinkAlive, resetPassword } from '../../resources/auth/reset-password.ts';
import { requireSameOrigin } from '../same-origin.ts';
import { messagesFor } from '../messages-for.ts';
import { forgotPage, linkSentPage, passwordSavedPage, resetPage } from './reset-page.ts';

const params = { token: z.string().meta({ description: 'Last part of the link in the mail.' }) };

/** A missing or repeated field counts as empty, so that the page asks for it. */
const FieldText = z.string().catch('').optional().default('');
const ResetForm = z.object({ password: FieldText });
const ForgotForm = z.object({ email: FieldText });

const hasProblem = (error: unknown, kind: string): boolean =>
  error instanceof Fault && error.details.errors?.some(({ code }) => code === kind) === true;

/** Describes the problem of a password in the reader's language. */
function passwordProblem(error: z.ZodError, { join }: Messages): string {
  return fieldProblems(error).some(({ code }) => code === 'too_big') ? join.longPassword : join.shortPassword;
}

interface SentPassword {
  token: string;
  password: string;
  messages: Messages;
}

const linkEnded = (): Fault =>
  gone('link_ended', 'This link has expired or has been used. Ask for a new one and use the newest mail.');

/** @throws not_found for a link that was never sent, gone (`link_ended`) for an expired or used one */
async function requireLiveLink(ctx: PublicContext, token: string): Promise<void> {
  if (!(await isLinkAlive(ctx, token))) throw linkEnded();
}

/** @throws as `requireLiveLink` */
async function savePassword(ctx: PublicContext, { token, password, messages }: SentPassword): Promise<Page> {
  await requireLiveLink(ctx, token);
  const parsed = NewPassword.safeParse(password, { reportInput: true });
  if (!parsed.success) return resetPage(messages, passwordProblem(parsed.error, messages));
  try {
    await resetPassword(ctx, { token, password: parsed.data });
    return passwordSavedPage(messages);
  } catch (error) {
    // A second copy of the same form finds the link used.
    if (hasProblem(error, 'token_ended')) throw linkEnded();
    if (hasProblem(error, 'password_too_common')) return resetPage(messages, messages.join.commonPassword);
    throw error;
  }
}

/** Routes of the page that sends a link for a new password by mail, without scripts. */
const forgotRoutes = (limits: RequestLimits): Route[] => [
  definePublicRoute({
    method: 'get',
    path: '/reset',
    operationId: 'showForgotPage',
    summary: 'Show the form to request a new password',
    description:
      'Shows a form for the e-mail of an account, in the language of the browser. It works without scripts.',
    scope: null,
    answers: 'page',
    run: async ({ headers }) => pageReply(forgotPage(messagesFor(headers))),
  }),
  definePublicRoute({
    method: 'post',
    path: '/reset',
    operationId: 'submitForgotForm',
    summary: 'Request a link to set a new password with the form',
    description:
      'Acts like the request for a link by the API, and answers a page. The answer is the same with or without an account. 422 for an invalid e-mail.',
    scope: null,
    body: { form: { schema: ForgotForm, maxBytes: 16 * 1024, maxFields: 20 } },
    requireHeaders: requireSameOrigin,
    answers: 'page',
    codes: { 403: ['cross_site_request'] },
    run: async ({ ctx, body: { fields }, headers }) => {
      const messages = messagesFor(headers);
      const parsed = ForgotPassword.safeParse(fields);
      if (!parsed.success) return pageReply(forgotPage(messages, fields.email, messages.join.wrongEmail));
      await requestPasswordReset(ctx, limits, parsed.data);
      return pageReply(linkSentPage(messages));
    },
  }),
];

/** `/reset/<token>`: the page behind the link of a mail, where a person sets a new password without scripts. */
export const resetRoutes = (limits: RequestLimits): Route[] => [
  ...forgotRoutes(limits),
  definePublicRoute({
    method: 'get',
    path: '/reset/{token}',
    operationId: 'showResetPage',
    summary: 'Show the page behind the link to set a new password',
    description:
      'Shows a form for the new password. It works without scripts. Reading it does not use up the link. An expired or used link gets a page with 410.',
    scope: null,
    params,
    answers: 'page',
    codes: { 410: ['link_ended'] },
    run: async ({ ctx, params: { token }, headers }) => {
      await requireLiveLink(ctx, token);
      return pageReply(resetPage(messagesFor(headers)));
    },
  }),
  definePublicRoute({
    method: 'post',
    path: '/reset/{token}',
    operationId: 'submitResetForm',
    summary: 'Set a new password with the form behind the link',
    description:
      'Acts like the reset of the API, and answers a page. 422 shows the problem of the password; 410 means an expired or used link.',
    scope: null,
    params,
    body: { form: { schema: ResetForm, maxBytes: 16 * 1024, maxFields: 20 } },
    answers: 'page',
    codes: { 410: ['link_ended'] },
    run: async ({ ctx, params: { token }, body: { fields }, headers }) => {
      const messages = messagesFor(headers);
      return pageReply(await savePassword(ctx, { token, password: fields.password, messages }));
    },
  }),
];
