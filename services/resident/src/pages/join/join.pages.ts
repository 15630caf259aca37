import type { PublicContext } from '@pas/shared/context/operation-context';
import { Fault } from '@pas/platform/errors/fault';
import { notFound } from '@pas/platform/errors/raise';
import { publicContextOf, type ServedBy } from '@pas/platform/http/public-context';
import type { Principal } from '@pas/shared/principal/principal';
import express, { Router, type Request, type RequestHandler } from 'express';
import type { SignUp } from '@pas/shared/accounts/accounts.schema';
import { previewInvite } from '../../resources/auth/preview-invite.ts';
import { register, type SignUpChecks } from '@pas/shared/accounts/sign-up';
import { renderFaultPage } from '../fault-page.ts';
import { sendPage } from '../page.ts';
import { requireSameOrigin } from '../same-origin.ts';
import { readJoinValues, toJoinProblems, toSignUp, type JoinProblems } from './join-form.ts';
import { joinPage } from './join-page.ts';
import { welcomePage } from './welcome-page.ts';

const readForm = express.urlencoded({ extended: false, limit: '16kb', parameterLimit: 20 });

const tokenOf = ({ params }: Request): string => String(params['token']);

const refuseForeignForm: RequestHandler = (request, _response, next) => {
  requireSameOrigin(request.headers);
  next();
};

const refuseOtherMethods: RequestHandler = () => {
  throw new Fault('method_not_allowed', 'method_not_allowed', 'This page can be read and its form be sent.', {
    headers: { Allow: 'GET, HEAD, POST' },
  });
};

/** Its page says that the link is unknown, which the code `path_not_found` would not. */
const refuseUnknownLink: RequestHandler = () => {
  throw notFound();
};

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

/**
 * `/join/<token>`: the page behind an invite's link, on which a person signs up in any browser, without scripts. Reading
 * it accepts nothing; its form does the same as the API's sign-up.
 */
export function joinPages(servedBy: ServedBy, checks: SignUpChecks): Router {
  const show: RequestHandler = async (request, response) => {
    const ctx = publicContextOf<Principal>(request, response, servedBy);
    const home = await previewInvite(ctx, tokenOf(request));
    sendPage(response, joinPage(home, readJoinValues(null)));
  };
  const submit: RequestHandler = async (request, response) => {
    const ctx = publicContextOf<Principal>(request, response, servedBy);
    const home = await previewInvite(ctx, tokenOf(request));
    const values = readJoinValues(request.body);
    const input = toSignUp(tokenOf(request), values);
    const problems = 'inviteToken' in input ? await tryToRegister(ctx, checks, input) : input;
    const isDone = Object.keys(problems).length === 0;
    sendPage(response, isDone ? welcomePage(home, values.firstName) : joinPage(home, values, problems));
  };
  const router = Router({ caseSensitive: true, strict: true });
  router.get('/join/:token', show);
  router.post('/join/:token', refuseForeignForm, readForm, submit);
  router.all('/join/:token', refuseOtherMethods);
  router.use('/join', refuseUnknownLink, renderFaultPage(servedBy.log));
  return router;
}
