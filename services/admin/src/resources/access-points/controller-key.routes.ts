import type { Route } from '@pas/platform/http/define-route';
import { listEnvelope, pageQuery } from '@pas/platform/http/page';
import { created, noContent, ok } from '@pas/platform/http/reply';
import { idSchema } from '@pas/shared/ids/id';
import { defineRoute } from '@pas/shared/routes/define-route';
import { z } from 'zod';
import type { ApiKeys } from '../api-keys/api-keys.ts';
import {
  ControllerKey,
  CreateControllerKey,
  presentControllerKey,
  WorkingControllerKey,
} from './controller-key.schema.ts';
import { createControllerKey } from './create-controller-key.ts';
import { listControllerKeys } from './list-controller-keys.ts';
import { revokeControllerKey } from './revoke-controller-key.ts';

interface Answer {
  controllerKey: z.input<typeof ControllerKey>;
}

/**
 * An answer with a new key is stored for its `Idempotency-Key` without the secret, which cannot be recovered.
 */
const secrets: NonNullable<Route['secrets']> = {
  hide(body) {
    const { controllerKey } = body as Answer;
    return { controllerKey: { ...controllerKey, secret: null, secretAvailable: false } };
  },
  show: (_ctx, body) => Promise.resolve(body),
};

const params = { id: idSchema('accessPoint') };

/** Returns the keys of a door's controller. */
export const controllerKeyRoutes = ({ pepper }: Pick<ApiKeys, 'pepper'>): Route[] => [
  defineRoute({
    method: 'post',
    path: '/api/admin/access-points/{id}/controller-key',
    operationId: 'createControllerKey',
    summary: 'Create a controller key',
    description:
      'The controller sends the key to `/access/verify`, `/access/heartbeat`, `/access/events` and `/access/directory`. The key is valid for all doors of the property. Only this answer shows the secret. An access point has one current key: a new key replaces the earlier one within a second, or after `gracePeriodSeconds`. If the earlier key itself has a predecessor in its grace period, that one ends now. Keys of other access points stay valid. The keys of a deleted access point stop working, too.',
    scope: 'access-points:write',
    params,
    body: CreateControllerKey,
    isSecret: true,
    secrets,
    status: [201],
    response: z.object({ controllerKey: ControllerKey }),
    run: async ({ ctx, params: { id }, body: { gracePeriodSeconds } }) => {
      const asked = { accessPointId: id, graceSeconds: gracePeriodSeconds };
      const key = await createControllerKey(ctx, pepper, asked);
      return created({ controllerKey: { ...key, secretAvailable: true } });
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/admin/access-points/{id}/controller-keys',
    operationId: 'listControllerKeys',
    summary: 'List the controller keys of an access point',
    description: 'The keys that work now: the current one, and its predecessor within the grace period.',
    scope: 'access-points:read',
    params,
    query: pageQuery(['createdAt']),
    response: listEnvelope('controllerKeys', WorkingControllerKey),
    run: async ({ ctx, params: { id }, query }) => {
      const { rows, ...page } = await listControllerKeys(ctx, id, query);
      return ok({ controllerKeys: rows.map(presentControllerKey), ...page });
    },
  }),
  defineRoute({
    method: 'delete',
    path: '/api/admin/access-points/{id}/controller-keys/{keyId}',
    operationId: 'revokeControllerKey',
    summary: 'Revoke a controller key',
    description: 'The key stops working within a second. Other keys stay valid. A key that has ended is 404.',
    scope: 'access-points:write',
    params: { ...params, keyId: idSchema('controllerKey').meta({ description: 'The id of the key.' }) },
    isPlanned: true,
    run: async ({ ctx, params: { id, keyId } }) => {
      await revokeControllerKey(ctx, { accessPointId: id, keyId });
      return noContent();
    },
  }),
];
