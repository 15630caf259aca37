import { notFound } from '@pas/platform/errors/raise';
import { defineRoute } from '@pas/shared/routes/define-route';
import { listEnvelope, pageQuery } from '@pas/platform/http/page';
import { noContent, ok } from '@pas/platform/http/reply';
import { idSchema } from '@pas/shared/ids/id';
import { endSession } from '@pas/shared/accounts/end-session';
import { listSessions, ownSessions } from './list-sessions.ts';
import { presentSession, Session } from './session.schema.ts';

export const sessionRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/v1/sessions',
    operationId: 'listSessions',
    summary: 'List the devices on which I am signed in',
    description: 'Returns active sessions, including the current one.',
    scope: null,
    callers: 'resident',
    query: pageQuery(['createdAt']),
    response: listEnvelope('sessions', Session),
    codes: { 403: ['resident_former', 'resident_disabled'] },
    run: async ({ ctx, query }) => {
      const { rows, ...page } = await listSessions(ctx, query);
      const { sessionId } = ctx.principal;
      return ok({ sessions: rows.map((row) => presentSession(row, sessionId)), ...page });
    },
  }),
  defineRoute({
    method: 'delete',
    path: '/api/v1/sessions/{id}',
    operationId: 'endSession',
    summary: 'Sign a device out',
    description: 'Ends one session. Its refresh token and access token are then refused.',
    scope: null,
    callers: 'resident',
    params: { id: idSchema('session') },
    codes: { 403: ['resident_former', 'resident_disabled'] },
    run: async ({ ctx, params: { id } }) => {
      const own = await ownSessions(ctx);
      if (!(await endSession(ctx, { ...own, _id: id }))) throw notFound();
      return noContent();
    },
  }),
];
