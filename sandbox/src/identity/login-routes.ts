import express, { Router } from 'express';
import type { ErrorRequestHandler, Request, Response } from 'express';
import type { Provider } from 'oidc-provider';
import { errors } from 'oidc-provider';
import { z } from 'zod';
import { pageHeaders } from '../http/page.ts';
import type { Account, AccountDirectory } from './account-directory.ts';
import { renderLogin, renderLoginFault } from './login-pages.ts';
import { EmailAddress } from './people.ts';
import { passwordMethod } from './login-policy.ts';

/** Fields of the client's request for the page. The provider already checked the request. */
const LoginRequest = z.object({ client_id: z.string(), login_hint: z.string().default('') });

/** Missing fields count as wrong credentials. */
const LoginForm = z.object({ email: z.string().default(''), password: z.string().default('') });

/** Dependencies of the login pages. */
export interface LoginParts {
  readonly provider: Provider;
  readonly accounts: AccountDirectory;
  /** Returns whether a client belongs to a portal, where an e-mail is enough to sign in. */
  readonly isPortal: (clientId: string) => boolean;
}

type Credentials = z.infer<typeof LoginForm>;

/** Builds the result of a login for the provider: the account and the authentication methods (RFC 8176). */
const resultOf = (account: Account | undefined, methods: readonly string[]) =>
  account && { login: { accountId: account.sub, amr: methods } };

function signInToPortal(accounts: AccountDirectory, { email }: Credentials) {
  const address = EmailAddress.safeParse(email);
  return resultOf(address.success ? accounts.admit(address.data) : undefined, []);
}

/** Routes of the pages for signing in. The provider redirects browsers here and back. */
export function createLoginRoutes({ provider, accounts, isPortal }: LoginParts): Router {
  const router = Router();
  const readForm = express.urlencoded({ extended: false });
  router.get('/interaction/:uid', async (request, response) => {
    const { uid, params } = await provider.interactionDetails(request, response);
    const { client_id: clientId, login_hint: email } = LoginRequest.parse(params);
    const asksPassword = !isPortal(clientId);
    response.set(pageHeaders).send(renderLogin({ uid, clientId, email, hasFailed: false, asksPassword }));
  });
  router.post('/interaction/:uid/login', readForm, async (request, response) => {
    const { uid, params } = await provider.interactionDetails(request, response);
    const form = LoginForm.parse(request.body ?? {});
    const { email, password } = form;
    const { client_id: clientId } = LoginRequest.parse(params);
    const asksPassword = !isPortal(clientId);
    const result = asksPassword
      ? resultOf(accounts.signIn(email, password), [passwordMethod])
      : signInToPortal(accounts, form);
    if (result) return finish({ provider, request, response }, result);
    const page = renderLogin({ uid, clientId, email, hasFailed: true, asksPassword });
    response.status(401).set(pageHeaders).send(page);
    return undefined;
  });
  router.post('/interaction/:uid/cancel', async (request, response) => {
    const refusal = { error: 'access_denied', error_description: 'The sign-in was cancelled.' };
    await finish({ provider, request, response }, refusal);
  });
  router.use('/interaction', renderLostInteraction);
  return router;
}

interface Exchange {
  readonly provider: Provider;
  readonly request: Request;
  readonly response: Response;
}

/** Sends the browser back to the provider with only this result; earlier tries do not count. */
function finish({ provider, request, response }: Exchange, result: object): Promise<void> {
  return provider.interactionFinished(request, response, { ...result }, { mergeWithLastSubmission: false });
}

/** Handles a reload after the end, or a browser without the cookie. The person must start again at the client. */
const renderLostInteraction: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  if (!(error instanceof errors.SessionNotFound)) return next(error);
  const page = renderLoginFault(
    error.error,
    'This sign-in has ended, or it was started in another browser. Start it again.',
  );
  response.status(400).set(pageHeaders).send(page);
};
