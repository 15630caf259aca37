import { defineRoute } from '@pas/shared/http/define-route';
import { pageQuery, SearchPrefix } from '@pas/shared/http/page';
import { ok } from '@pas/shared/http/reply';
import { idSchema } from '@pas/shared/ids/id';
import { z } from 'zod';
import { changesQuery, listWithTombstones, presentRows } from '../entity.schema.ts';
import { listUsers } from './list-users.ts';
import { loadUser } from './load-user.ts';
import { presentUser, User } from './user.schema.ts';

const tag = 'Users';

export const userRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/admin/users',
    summary: 'List users',
    tag,
    scope: 'users:read',
    query: {
      ...pageQuery(['createdAt', 'updatedAt', 'email']),
      ...changesQuery,
      q: SearchPrefix,
      kind: z.enum(['RESIDENT', 'STAFF']).optional(),
      status: z.enum(['INVITED', 'ACTIVE', 'DISABLED']).optional(),
      unitId: idSchema('unit').optional(),
      propertyId: idSchema('property').optional(),
    },
    status: [200],
    response: listWithTombstones('users', User),
    run: async ({ ctx, query }) => {
      const { rows, ...page } = await listUsers(ctx, query);
      return ok({ users: presentRows(rows, (row) => presentUser(ctx, row)), ...page });
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/admin/users/{id}',
    summary: 'Read a user',
    tag,
    scope: 'users:read',
    params: { id: idSchema('user') },
    status: [200],
    response: z.object({ user: User }),
    run: async ({ ctx, params: { id } }) => ok({ user: presentUser(ctx, await loadUser(ctx, id)) }),
  }),
];
