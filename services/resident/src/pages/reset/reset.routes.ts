import type { Route } from '@pas/platform/http/define-route';
import { fieldProblems } from '@pas/platform/http/field-problems';
import { Fault } from '@pas/platform/errors/fault';
import { NewPassword } from '@pas/shared/accounts/password';
import type { PublicContext } from '@pas/shared/context/operation-context';
import type { Page } from '@pas/shared/pages/page';
import { pageReply } from '@pas/shared/pages/page';
import { definePublicRoute } from '@pas/shared/routes/define-route';
import { z } from 'zod';
import { isLinkAlive, resetPassword } from '../../resources/auth/reset-password.ts';
import { deadLinkPage, passwordSavedPage, resetPage } from './reset-page.ts';

const tag = 'Pages';
const params = { token: z.string().meta({ description: 'The last part of the link in the mail.' }) };

/** A field that is missing or sent twice counts as empty: the page asks for it. */
const ResetForm = z.object({ password: z.string().catch('').optional().default('') });

const isDeadLink = (error: unknown): boolean =>
  error instanceof Fault && error.details.errors?.some(({ code }) => code === 'token_ended') === true;

/** @throws not_found for a link that was never sent */
async function savePassword(ctx: PublicContext, token: string, password: string): Promise<Page> {
  if (!(await isLinkAlive(ctx, token))) return deadLinkPage();
  const parsed = NewPassword.safeParse(password, { reportInput: true });
  if (!parsed.success) return resetPage(fieldProblems(parsed.error)[0]?.message ?? null);
  try {
    await resetPassword(ctx, { token, password: parsed.data });
    return passwordSavedPage();
  } catch (error) {
    // Used in the meantime, by the same form sent twice.
    if (isDeadLink(error)) return deadLinkPage();
    throw error;
  }
}

/** `/reset/<token>`: the page behind the link of a mail, on which a person sets a new password without scripts. */
export const resetRoutes: Route[] = [
  definePublicRoute({
    method: 'get',
    path: '/reset/{token}',
    operationId: 'showResetPage',
    summary: 'Show the page behind the link to set a new password',
    description:
      'A page with a form for the new password. It works without scripts. Reading it does not use up the link. A link that has expired or was used gets a page with 410.',
    tag,
    scope: null,
    params,
    status: [200],
    answers: 'page',
    run: async ({ ctx, params: { token } }) =>
      pageReply((await isLinkAlive(ctx, token)) ? resetPage() : deadLinkPage()),
  }),
  definePublicRoute({
    method: 'post',
    path: '/reset/{token}',
    operationId: 'submitResetForm',
    summary: 'Set a new password with the form behind the link',
    description:
      'Does the same as the reset of the API, and answers a page: 422 with what is wrong with the password, 410 for a link that has expired or was used.',
    tag,
    scope: null,
    params,
    body: { form: { schema: ResetForm, maxBytes: 16 * 1024, maxFields: 20 } },
    status: [200],
    answers: 'page',
    run: async ({ ctx, params: { token }, body: { fields } }) =>
      pageReply(await savePassword(ctx, token, fields.password)),
  }),
];
