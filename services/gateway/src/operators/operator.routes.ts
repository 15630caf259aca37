import { withTenant } from '@pas/platform/context/operation-context';
import type { Route } from '@pas/platform/http/define-route';
import { booleanQuery, listEnvelope, pageQuery } from '@pas/platform/http/page';
import { noContent, ok } from '@pas/platform/http/reply';
import { listRows } from '@pas/platform/lists/list-rows';
import { idSchema } from '@pas/shared/ids/id';
import { liveOperatorSessions, OperatorSessionModel } from '@pas/shared/models/operator-session';
import { definePublicRoute } from '@pas/shared/routes/define-route';
import { readBrand } from '@pas/shared/tenants/load-brand';
import { z } from 'zod';
import { finishLogin } from './finish-login.ts';
import { logOut } from './log-out.ts';
import { CurrentSession, OperatorSession, presentCurrentSession, presentSession } from './operator.schema.ts';
import type { Operators } from './operators.ts';
import { ReturnTo } from './return-to.ts';
import { revokeSession } from './revoke-session.ts';
import { startLogin } from './start-login.ts';
import { startSetup } from './start-setup.ts';

const scope = null;
const credential = 'operatorSession';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

const cookieOf = ({ cookie }: Headers): string | undefined =>
  typeof cookie === 'string' ? cookie : undefined;

const Callback = z.string().max(2000).optional();

function loginRoutes(operators: Operators): Route[] {
  return [
    definePublicRoute({
      method: 'get',
      path: '/api/admin/auth/login',
      operationId: 'logIn',
      summary: 'Log in (browser)',
      description:
        'Open this address in a browser. It redirects to the identity provider and returns to `returnTo` with a session cookie.',
      scope,
      query: {
        returnTo: ReturnTo,
        reauthenticate: booleanQuery(
          '`true` asks the person to log in again, for operations that need a recent log-in.',
        ),
      },
      answers: 'redirect',
      status: [302],
      codes: { 503: ['identity_unavailable'] },
      run: ({ query: { returnTo, reauthenticate }, headers }) =>
        startLogin(operators, {
          returnTo,
          isFresh: reauthenticate ?? false,
          cookie: cookieOf(headers),
          publicUrl: operators.publicUrlOf(headers),
        }),
    }),
  ];
}

/** The callback. It accepts further query parameters of a provider. */
export const callbackRoutes = (operators: Operators): Route[] => [
  definePublicRoute({
    method: 'get',
    path: '/api/admin/auth/callback',
    operationId: 'finishLogIn',
    summary: 'Return from the identity provider (browser)',
    description:
      'The identity provider sends the browser here. A failure is shown as a page, and no session is started.',
    scope,
    query: {
      code: z.string().max(4000).optional().meta({ description: 'The code of the log-in.' }),
      state: Callback.meta({ description: 'The log-in that this browser has started.' }),
      iss: Callback.meta({ description: 'The issuer of the code (RFC 9207).' }),
      error: Callback.meta({ description: 'The reason for a missing code.' }),
      error_description: Callback.meta({ description: 'The reason in words.' }),
    },
    answers: 'redirect',
    status: [302],
    codes: {
      401: ['login_failed'],
      403: ['organization_unknown', 'setup_link_mismatch'],
      410: ['link_ended'],
      503: ['identity_unavailable'],
    },
    run: ({ ctx, query, headers }) =>
      finishLogin(operators, ctx, {
        query,
        cookie: cookieOf(headers),
        publicUrl: operators.publicUrlOf(headers),
      }),
  }),
];

/** The start of a setup link. */
const setupRoute = (operators: Operators): Route =>
  definePublicRoute({
    method: 'get',
    path: '/api/admin/auth/setup/{token}',
    operationId: 'startSetup',
    summary: 'Open a setup link (browser)',
    description:
      'The first manager of a company opens this address in a browser. It redirects to the identity provider and returns to the first steps in the console. Only the completed log-in uses the link.',
    scope,
    params: {
      token: z
        .string()
        .regex(/^[\w-]{43}$/)
        .meta({ description: 'The secret of the link.' }),
    },
    answers: 'redirect',
    status: [302],
    codes: { 410: ['link_ended'], 503: ['identity_unavailable'] },
    run: ({ ctx, params: { token }, headers }) =>
      startSetup(operators, {
        token,
        now: ctx.now,
        cookie: cookieOf(headers),
        publicUrl: operators.publicUrlOf(headers),
      }),
  });

function currentRoutes(operators: Operators): Route[] {
  const { cookies, verifySession } = operators;
  return [
    definePublicRoute({
      method: 'get',
      path: '/api/admin/auth/session',
      operationId: 'getSession',
      summary: 'Read the current session',
      description: 'The person, the scopes and the end of the session. Answers 401 without a session.',
      scope,
      credential,
      isSecret: true,
      response: z.object({ session: CurrentSession }),
      run: async ({ headers }) => {
        const cookie = cookieOf(headers);
        const known = await verifySession(cookie);
        const brand = await readBrand(known.row.tenantId);
        const value = cookies.session.read(cookie) ?? '';
        return ok({ session: presentCurrentSession({ known, brand, value }) });
      },
    }),
    definePublicRoute({
      method: 'post',
      path: '/api/admin/auth/logout',
      operationId: 'logOut',
      summary: 'Log out',
      description:
        'Ends the session and removes its cookie. It also answers 200 when there is no session. Open `logoutUrl` to log out of the identity provider too.',
      scope,
      response: z.object({
        logoutUrl: z.string().nullable().meta({
          description: 'Null if the identity provider has no such address or is unavailable.',
          example: 'https://identity.example.test/session/end?client_id=operator-dashboard',
        }),
      }),
      run: async ({ ctx, headers }) =>
        ok(
          { logoutUrl: await logOut(operators, ctx, operators.publicUrlOf(headers)) },
          { 'Set-Cookie': cookies.session.clear() },
        ),
    }),
  ];
}

function ownSessionRoutes({ issuer: { issuer }, cookies, verifySession }: Operators): Route[] {
  return [
    definePublicRoute({
      method: 'get',
      path: '/api/admin/auth/sessions',
      operationId: 'listSessions',
      summary: 'List your own sessions',
      description: 'The live sessions of the person who is logged in, in all browsers.',
      scope,
      credential,
      query: pageQuery(['createdAt']),
      response: listEnvelope('sessions', OperatorSession),
      run: async ({ ctx, query, headers }) => {
        const { row: current } = await verifySession(cookieOf(headers));
        const filter = { issuer, subject: current.subject, ...liveOperatorSessions(ctx.now) };
        const { rows, ...page } = await listRows(OperatorSessionModel, filter, query);
        return ok({ sessions: rows.map((row) => presentSession(row, current._id)), ...page });
      },
    }),
    definePublicRoute({
      method: 'delete',
      path: '/api/admin/auth/sessions/{id}',
      operationId: 'endSession',
      summary: 'End one of your own sessions',
      description: 'Works at once in all browsers. The session of another person is 404.',
      scope,
      credential,
      params: { id: idSchema('operatorSession') },
      isPlanned: true,
      run: async ({ ctx, params: { id }, headers }) => {
        const { row } = await verifySession(cookieOf(headers));
        await revokeSession(withTenant(ctx, row.tenantId), row, id);
        if (id !== row._id) return noContent();
        return { ...noContent(), headers: { 'Set-Cookie': cookies.session.clear() } };
      },
    }),
  ];
}

/** The routes of operators that the gateway answers itself. */
export const sessionRoutes = (operators: Operators): Route[] => [
  ...loginRoutes(operators),
  setupRoute(operators),
  ...currentRoutes(operators),
  ...ownSessionRoutes(operators),
];

/** All routes of operators, for the API description. */
export const operatorRoutes = (operators: Operators): Route[] => [
  ...sessionRoutes(operators),
  ...callbackRoutes(operators),
];
