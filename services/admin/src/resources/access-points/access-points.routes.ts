import { presentAttempt, UnlockAttempt } from '@pas/shared/access/attempt.schema';
import type { DoorCommands } from '@pas/shared/access/door-commands';
import type { Route } from '@pas/platform/http/define-route';
import { defineRoute } from '@pas/shared/routes/define-route';
import { pageQuery, SearchPrefix } from '@pas/platform/http/page';
import { accepted, created, noContent, ok } from '@pas/platform/http/reply';
import { idSchema } from '@pas/shared/ids/id';
import { z } from 'zod';
import { changesQuery, idsQuery, listWithTombstones, presentRows } from '../entity.schema.ts';
import {
  AccessPoint,
  AccessPointKind,
  Online,
  CreateAccessPoint,
  presentAccessPoint,
  UnlockByStaff,
  UpdateAccessPoint,
} from './access-point.schema.ts';
import type { ApiKeys } from '../api-keys/api-keys.ts';
import { controllerKeyRoutes } from './controller-key.routes.ts';
import { createAccessPoint } from './create-access-point.ts';
import { deleteAccessPoint } from './delete-access-point.ts';
import { listAccessPoints } from './list-access-points.ts';
import { loadAccessPoint } from './load-access-point.ts';
import { checkMove, checkNewPlace } from './place-access-point.ts';
import { unlockByStaff } from './unlock-by-staff.ts';
import { updateAccessPoint } from './update-access-point.ts';

interface AccessPointParts {
  doors: DoorCommands;
  /** Controller keys are hashed like API keys. */
  apiKeys: Pick<ApiKeys, 'pepper'>;
}

const params = { id: idSchema('accessPoint') };
const response = z.object({ accessPoint: AccessPoint });

/** Returns the doors of a tenant, and the commands to them. */
export const accessPointRoutes = ({ doors, apiKeys }: AccessPointParts): Route[] => [
  ...controllerKeyRoutes(apiKeys),
  defineRoute({
    method: 'post',
    path: '/api/admin/access-points/{id}/unlock',
    operationId: 'unlockAccessPoint',
    summary: 'Open a door',
    description:
      'Sends one command to the controller of the door and answers at once with the PENDING attempt. Read the attempt at `/unlock-attempts/{id}` to get the result. A further request of the caller answers the attempt that is pending or whose door is still open. It opens nothing. The door counts as open for `openSeconds`, at least two seconds. Send an `Idempotency-Key`, so that a later repeat opens nothing either. The access event and an audit record name the caller; the record also has the reason.',
    scope: 'access-points:unlock',
    params,
    body: UnlockByStaff,
    status: [202],
    response: z.object({ attempt: UnlockAttempt }),
    run: async ({ ctx, params: { id }, body: { reason = null } }) =>
      accepted({ attempt: presentAttempt(await unlockByStaff(ctx, doors, { id, reason })) }),
  }),
  defineRoute({
    method: 'get',
    path: '/api/admin/access-points',
    operationId: 'listAccessPoints',
    summary: 'List access points',
    description: 'The doors, gates, garages and elevators of the tenant.',
    scope: 'access-points:read',
    query: {
      ...pageQuery(['createdAt', 'updatedAt', 'name']),
      ...changesQuery,
      ...idsQuery('accessPoint'),
      q: SearchPrefix,
      propertyId: idSchema('property').optional(),
      unitId: idSchema('unit').optional(),
      kind: AccessPointKind.optional(),
      online: Online,
    },
    response: listWithTombstones('accessPoints', AccessPoint),
    run: async ({ ctx, query }) => {
      const { rows, ...page } = await listAccessPoints(ctx, query);
      return ok({ accessPoints: presentRows(rows, presentAccessPoint), ...page });
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/admin/access-points',
    operationId: 'createAccessPoint',
    summary: 'Create an access point',
    description:
      'The controller’s ref is unique in the whole environment: a second access point with this ref is 409 `controller_ref_in_use`. A new access point in an archived property is 409 `property_archived`.',
    scope: 'access-points:write',
    body: CreateAccessPoint,
    status: [201],
    response,
    check: async ({ ctx, body, faulty }) =>
      faulty.has('kind') || faulty.has('unitId') || checkNewPlace(ctx, body),
    codes: { 409: ['controller_ref_in_use', 'property_archived'] },
    run: async ({ ctx, body }) =>
      created({ accessPoint: presentAccessPoint(await createAccessPoint(ctx, body)) }),
  }),
  defineRoute({
    method: 'get',
    path: '/api/admin/access-points/{id}',
    operationId: 'getAccessPoint',
    summary: 'Read an access point',
    description: 'One access point, and whether its controller is online.',
    scope: 'access-points:read',
    params,
    response,
    run: async ({ ctx, params: { id } }) =>
      ok({ accessPoint: presentAccessPoint(await loadAccessPoint(ctx, id)) }),
  }),
  defineRoute({
    method: 'patch',
    path: '/api/admin/access-points/{id}',
    operationId: 'updateAccessPoint',
    summary: 'Change an access point',
    description:
      'Fields of `controller` that are not sent stay unchanged. An access point cannot move to another property.',
    scope: 'access-points:write',
    params,
    body: UpdateAccessPoint,
    response,
    failures: [412],
    check: async ({ ctx, params: { id }, body, faulty }) =>
      faulty.has('kind') || faulty.has('unitId') || checkMove(ctx, id, body),
    codes: { 409: ['controller_ref_in_use'] },
    run: async ({ ctx, params: { id }, body, ifMatch }) =>
      ok({ accessPoint: presentAccessPoint(await updateAccessPoint(ctx, { id, ifMatch, patch: body })) }),
  }),
  defineRoute({
    method: 'delete',
    path: '/api/admin/access-points/{id}',
    operationId: 'deleteAccessPoint',
    summary: 'Delete an access point',
    description:
      'Virtual numbers whose calls opened it stay assigned, but no longer open a door. Its controller keys stop working.',
    scope: 'access-points:write',
    params,
    isPlanned: true,
    failures: [412],
    run: async ({ ctx, params: { id }, ifMatch }) => {
      await deleteAccessPoint(ctx, { id, ifMatch });
      return noContent();
    },
  }),
];
