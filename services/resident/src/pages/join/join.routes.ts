import type { PublicContext } from '@pas/shared/context/operation-context';
import { Fault } from '@pas/platform/errors/fault';
import type { Route } from '@pas/platform/http/define-route';
import { definePublicRoute } from '@pas/shared/routes/define-route';
import type { SignUp } from '@pas/shared/accounts/accounts.schema';
import { register, type SignUpChecks } from '@pas/shared/accounts/sign-up';
import { z } from 'zod';
import { previewInvite } from '../../resources/auth/preview-invite.ts';
import { pageReply } from '../page.ts';
import { requireSameOrigin } from '../same-origin.ts';
import { emptyJoinForm, JoinForm, toJoinProblems, toSignUp, type JoinProblems } from './join-form.ts';
import { joinPage } from './join-page.ts';
import { welcomePage } from './welcome-page.ts';

/** Registers, without a session: the page holds no tokens. What a person can correct in the form is returned. */
async function tryToRegister(ctx: PublicContext, checks: SignUpChecks, input: SignUp): Promise<JoinProblems> {
  try {
    await register(ctx, checks, input, () => Promise.resolve());
    return {};
  } catch (error) {
    const problems = error instanceof Fault ? toJoinProblems(error.details.errors ?? []) : {};
    if (Object.keys(problems).length === 0) throw error;
    return problems;
  }
}

const tag = 'Pages';
const params = { token: z.string().meta({ description: 'The last part of the invite’s link.' }) };

/**
 * `/join/<token>`: the page behind an invite's link, on which a person signs up in any browser, without scripts. Reading
 * it accepts nothing; its form does the same as the API's sign-up.
 */
export function joinRoutes(checks: SignUpChecks): Route[] {
  return [
    definePublicRoute({
      method: 'get',
      path: '/join/{token}',
      operationId: 'showJoinPage',
      summary: 'Show the page behind an invite’s link',
      description: 'A page on which a person signs up, without scripts. Reading it accepts nothing.',
      tag,
      scope: null,
      params,
      status: [200],
      answers: 'page',
      codes: { 410: [] },
      run: async ({ ctx, params: { token } }) =>
        pageReply(joinPage(await previewInvite(ctx, token), emptyJoinForm)),
    }),
    definePublicRoute({
      method: 'post',
      path: '/join/{token}',
      operationId: 'submitJoinForm',
      summary: 'Sign up by the form of that page',
      description:
        'Does the same as the sign-up of the API, and answers a page. What is wrong stands beside each field, with 422.',
      tag,
      scope: null,
      params,
      body: { form: { schema: JoinForm, maxBytes: 16 * 1024, maxFields: 20 } },
      requireHeaders: requireSameOrigin,
      status: [200],
      answers: 'page',
      codes: { 410: [] },
      run: async ({ ctx, params: { token }, body: { fields } }) => {
        const home = await previewInvite(ctx, token);
        const input = toSignUp(token, fields);
        const problems = 'inviteToken' in input ? await tryToRegister(ctx, checks, input) : input;
        const isDone = Object.keys(problems).length === 0;
        return pageReply(isDone ? welcomePage(home, fields.firstName) : joinPage(home, fields, problems));
      },
    }),
  ];
}
