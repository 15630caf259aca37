import { defineRoute } from '@pas/shared/routes/define-route';
import { pageQuery, SearchPrefix } from '@pas/platform/http/page';
import { created, noContent, ok } from '@pas/platform/http/reply';
import { idSchema } from '@pas/shared/ids/id';
import { z } from 'zod';
import { changesQuery, ExternalId, idsQuery, listWithTombstones, presentRows } from '../entity.schema.ts';
import { addResidence, checkResidence } from './add-residence.ts';
import { checkNewUser, createUser } from './create-user.ts';
import { deleteUser } from './delete-user.ts';
import { listUsers, readPhoneFilter } from './list-users.ts';
import { loadUser } from './load-user.ts';
import { moveOut, previewMoveOut } from './move-out.ts';
import { MoveOutReceipt } from './move-out-receipt.schema.ts';
import { checkPutUser, putUser } from './put-user.ts';
import { AddResidence, MoveOut } from './residence.schema.ts';
import { unlinkIdentity } from './unlink-identity.ts';
import { checkPatch, updateUser } from './update-user.ts';
import { userFilters } from './user-filters.schema.ts';
import { CreateUser, presentUser, PutUser, UpdateUser, User, UserKind, UserStatus } from './user.schema.ts';

const params = { id: idSchema('user') };
const response = z.object({ user: User });

export const userRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/admin/users',
    operationId: 'listUsers',
    summary: 'List users',
    description:
      'FORMER users are left out unless ids, residence, status, email, phone, externalId or updatedSince selects them. A caller restricted to some properties sees people with a current or future residence there.',
    scope: 'users:read',
    query: {
      ...pageQuery(['createdAt', 'updatedAt', 'email', 'lastName']),
      ...changesQuery,
      ...idsQuery('user'),
      q: SearchPrefix,
      kind: UserKind.optional(),
      status: UserStatus.optional(),
      ...userFilters,
    },
    response: listWithTombstones('users', User),
    table: { row: User },
    check: async ({ ctx, query }) => readPhoneFilter(ctx, query),
    run: async ({ ctx, query }) => {
      const { rows, ...page } = await listUsers(ctx, query);
      return ok({ users: presentRows(rows, (row) => presentUser(ctx, row)), ...page });
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/admin/users',
    operationId: 'createUser',
    summary: 'Create a user',
    description:
      'Needs an email or a phone. The default status is INVITED for a RESIDENT, who signs in with that e-mail, and ACTIVE for STAFF. The request can contain one residence; add others with POST /users/{id}/residences, or by accepting an invite. National phone numbers are read by the country of the residence’s property. Without a residence, send the number with its country code. A key restricted to some properties must send a residence in one of them.',
    scope: 'users:write',
    body: CreateUser,
    status: [201],
    response,
    check: async ({ ctx, body, faulty }) => checkNewUser(ctx, { sent: body, faulty }),
    codes: {
      403: ['property_not_allowed'],
      409: ['already_exists'],
      422: ['phone_is_virtual_number', 'premium_number'],
    },
    run: async ({ ctx, body }) => created({ user: presentUser(ctx, await createUser(ctx, body)) }),
  }),
  defineRoute({
    method: 'put',
    path: '/api/admin/users/by-external-id/{externalId}',
    operationId: 'putUserByExternalId',
    summary: 'Create or change the user of an external id',
    description:
      'For rosters that are kept in another system. 201 when no user had the external id: an `email` or a `phone` is required then. Otherwise 200, and only the fields that are sent are changed. A `residence` is created unless the person has an overlapping one in the unit. It reactivates a FORMER user. A call that changes nothing keeps the version. A key restricted to some properties must send a residence in one of them for a new user. Encode the external id for the path. An external id has no slash: 422.',
    scope: 'users:write',
    params: { externalId: ExternalId },
    body: PutUser,
    status: [200, 201],
    response,
    failures: [412],
    check: async ({ ctx, params: { externalId }, body, faulty }) =>
      checkPutUser(ctx, externalId, { sent: body, faulty }),
    codes: {
      403: ['property_not_allowed'],
      409: ['already_exists'],
      422: ['phone_is_virtual_number', 'premium_number'],
    },
    run: async ({ ctx, params: { externalId }, body, ifMatch }) => {
      const { user, isNew } = await putUser(ctx, { externalId, ifMatch, input: body });
      return (isNew ? created : ok)({ user: presentUser(ctx, user) });
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/admin/users/{id}',
    operationId: 'getUser',
    summary: 'Read a user',
    description: 'One user with all residences, also past ones.',
    scope: 'users:read',
    params,
    response,
    run: async ({ ctx, params: { id } }) => ok({ user: presentUser(ctx, await loadUser(ctx, id)) }),
  }),
  defineRoute({
    method: 'patch',
    path: '/api/admin/users/{id}',
    operationId: 'updateUser',
    summary: 'Change a user',
    description:
      'DISABLED ends the sessions of the user. The user cannot sign in until the status is ACTIVE again. A new e-mail ends the sessions too: the person must verify the e-mail by signing in with it. The person may never have signed up. Then pending invites to a replaced e-mail or phone are revoked. A FORMER user cannot be set to ACTIVE or INVITED (422). Add a residence, or let the person accept an invite. National phone numbers are read by the country of the user’s first home.',
    scope: 'users:write',
    params,
    body: UpdateUser,
    response,
    failures: [412],
    check: async ({ ctx, params: { id }, body, faulty }) => checkPatch(ctx, id, { sent: body, faulty }),
    codes: {
      403: ['property_not_allowed'],
      409: ['already_exists'],
      422: ['phone_is_virtual_number', 'premium_number'],
    },
    run: async ({ ctx, params: { id }, body, ifMatch }) =>
      ok({ user: presentUser(ctx, await updateUser(ctx, { id, ifMatch, patch: body })) }),
  }),
  defineRoute({
    method: 'delete',
    path: '/api/admin/users/{id}',
    operationId: 'deleteUser',
    summary: 'Delete a user',
    description:
      'Ends the current residences as a move-out does, cancels future ones, and ends sessions and devices.',
    scope: 'users:write',
    params,
    isPlanned: true,
    codes: { 403: ['property_not_allowed'] },
    failures: [412],
    run: async ({ ctx, params: { id }, ifMatch }) => {
      await deleteUser(ctx, { id, ifMatch });
      return noContent();
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/admin/users/{id}/residences',
    operationId: 'addResidence',
    summary: 'Add a residence to a user',
    description:
      'Pending invites of the person to the unit become EXPIRED (SUPERSEDED). A FORMER user becomes ACTIVE again, or INVITED if the person has no account. 409 when the person has a residence in the unit that overlaps the period. 422 for STAFF.',
    scope: 'users:write',
    params,
    body: AddResidence,
    status: [201],
    response,
    check: async ({ ctx, params: { id }, body, faulty }) => checkResidence(ctx, id, { sent: body, faulty }),
    codes: { 409: ['already_exists'] },
    run: async ({ ctx, params: { id }, body }) =>
      created({ user: presentUser(ctx, await addResidence(ctx, id, body)) }),
  }),
  defineRoute({
    method: 'post',
    path: '/api/admin/users/{id}/move-out',
    operationId: 'moveOutUser',
    summary: 'End a residence and everything that depends on it',
    description:
      'Answers a receipt. It lists what has ended or, with dryRun or a later effectiveAt, what will end. When the last residence ends, an INVITED or ACTIVE user becomes FORMER, and sessions and devices end. The pending invites that the person has made for the unit are revoked. So are those to a person who has never signed up. A residence that has not begun is cancelled. 409 `no_residence` when the person doesn’t live in the unit. Its id undoes the move for 24 hours; it is null with dryRun. A receipt is not a resource: it has no version or ETag.',
    scope: 'users:write',
    params,
    body: MoveOut,
    response: z.object({ receipt: MoveOutReceipt }),
    check: async ({ ctx, params: { id }, body: { unitId, effectiveAt } }) =>
      unitId !== undefined && previewMoveOut(ctx, { id, leaving: { unitId, effectiveAt } }),
    codes: { 409: ['no_residence'] },
    run: async ({ ctx, params: { id }, body }) => ok({ receipt: await moveOut(ctx, id, body) }),
  }),
  defineRoute({
    method: 'post',
    path: '/api/admin/users/{id}/unlink-identity',
    operationId: 'unlinkIdentity',
    summary: 'Unlink the identity of a user',
    description:
      'Use it when sign-in answers `identity_conflict`. It removes the pinned identity and ends every session of the person at this company. Sessions at other companies continue. The next verified identity with the e-mail is pinned. Without a pinned identity, nothing changes.',
    scope: 'users:write',
    params,
    codes: { 403: ['property_not_allowed'] },
    response,
    run: async ({ ctx, params: { id } }) => ok({ user: presentUser(ctx, await unlinkIdentity(ctx, id)) }),
  }),
];
