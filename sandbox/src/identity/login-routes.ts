import express, { Router } from 'express';
import type { ErrorRequestHandler, Request, Response } from 'express';
import type { Provider } from 'oidc-provider';
import { errors } from 'oidc-provider';
import { z } from 'zod';
import { pageHeaders } from '../http/page.ts';
import type { AccountDirectory } from './account-directory.ts';
import { renderLogin, renderLoginFault } from './login-pages.ts';

/** What the page needs of the client's request, which the provider has checked already. */
const LoginRequest = z.object({ client_id: z.string(), login_hint: z.string().default('') });

/** Missing fields are wrong credentials: the page says so, as for any other wrong ones. */
const LoginForm = z.object({ email: z.string().default(''), password: z.string().default('') });

/** The pages on which a person signs in; the provider sends browsers here and takes them back afterwards. */
export function createLoginRoutes(provider: Provider, accounts: AccountDirectory): Router {
  const router = Router();
  const readForm = express.urlencoded({ extended: false });
  router.get('/interaction/:uid', async (request, response) => {
    const { uid, params } = await provider.interactionDetails(request, response);
    const { client_id: clientId, login_hint: email } = LoginRequest.parse(params);
    response.set(pageHeaders).send(renderLogin({ uid, clientId, email, hasFailed: false }));
  });
  router.post('/interaction/:uid/login', readForm, async (request, response) => {
    const { uid, params } = await provider.interactionDetails(request, response);
    const { email, password } = LoginForm.parse(request.body ?? {});
    const account = accounts.signIn(email, password);
    if (account) {
      await finish({ provider, request, response }, { login: { accountId: account.sub, amr: ['pwd'] } });
    } else {
      const { client_id: clientId } = LoginRequest.parse(params);
      const page = renderLogin({ uid, clientId, email, hasFailed: true });
      response.status(401).set(pageHeaders).send(page);
    }
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

/** Sends the browser back into the provider, with this result alone: nothing of an earlier try counts. */
function finish({ provider, request, response }: Exchange, result: object): Promise<void> {
  return provider.interactionFinished(request, response, { ...result }, { mergeWithLastSubmission: false });
}

/** A reload after the end, or a browser without the cookie: the way on is to start again at the client. */
const renderLostInteraction: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  if (!(error instanceof errors.SessionNotFound)) return next(error);
  const page = renderLoginFault(
    error.error,
    'This sign-in has ended, or it was started in another browser. Start it again.',
  );
  response.status(400).set(pageHeaders).send(page);
};
