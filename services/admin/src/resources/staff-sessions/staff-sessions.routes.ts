import { listEnvelope, pageQuery } from '@pas/platform/http/page';
import { noContent, ok } from '@pas/platform/http/reply';
import { Email } from '@pas/shared/contacts/email';
import { idSchema } from '@pas/shared/ids/id';
import { defineRoute } from '@pas/shared/routes/define-route';
import { endStaffSession } from './end-staff-session.ts';
import { listStaffSessions } from './list-staff-sessions.ts';
import { presentStaffSession, StaffSession } from './staff-session.schema.ts';

/** The console sessions of all staff, for owners. `/api/admin/auth/sessions` has those of the caller. */
export const staffSessionRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/admin/staff-sessions',
    operationId: 'listStaffSessions',
    summary: 'List the sessions of all staff',
    description:
      'The live console sessions of the company, in all environments. Only owners and unrestricted keys with `tenants:write` read them, because they show addresses and browsers.',
    scope: 'tenants:write',
    needsWholeTenant: true,
    query: {
      ...pageQuery(['createdAt']),
      email: Email.optional().meta({
        description: 'The whole e-mail address of the person, case-insensitive.',
      }),
    },
    response: listEnvelope('staffSessions', StaffSession),
    run: async ({ ctx, query }) => {
      const { rows, ...page } = await listStaffSessions(ctx, query);
      const { sessionId } = ctx.principal;
      return ok({ staffSessions: rows.map((row) => presentStaffSession(row, sessionId)), ...page });
    },
  }),
  defineRoute({
    method: 'delete',
    path: '/api/admin/staff-sessions/{id}',
    operationId: 'endStaffSession',
    summary: 'End a session of a member of staff',
    description:
      'Works at once in all environments. The person can sign in again: disable the STAFF user, or the account at the identity provider, to prevent this. 404 for a session that has ended.',
    scope: 'tenants:write',
    needsWholeTenant: true,
    params: { id: idSchema('operatorSession') },
    isPlanned: true,
    run: async ({ ctx, params: { id } }) => {
      await endStaffSession(ctx, id);
      return noContent();
    },
  }),
];
