import type { Route } from '@pas/platform/http/define-route';
import { created } from '@pas/platform/http/reply';
import { idSchema } from '@pas/shared/ids/id';
import { defineRoute } from '@pas/shared/routes/define-route';
import { z } from 'zod';
import type { ApiKeys } from '../api-keys/api-keys.ts';
import { ControllerKey } from './access-point.schema.ts';
import { createControllerKey } from './create-controller-key.ts';

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

/** Creates the key of a controller. */
export const controllerKeyRoute = ({ pepper }: Pick<ApiKeys, 'pepper'>): Route =>
  defineRoute({
    method: 'post',
    path: '/api/admin/access-points/{id}/controller-key',
    operationId: 'createControllerKey',
    summary: 'Create a controller key',
    description:
      'The controller sends the key to `/access/verify`, `/access/heartbeat`, `/access/events` and `/access/directory`. The key is valid for all doors of the property. Only this answer shows the secret. An access point has one key: a new key replaces the earlier one within a second. The key of a deleted access point stops working, too.',
    tag: 'Access points',
    scope: 'access-points:write',
    params: { id: idSchema('accessPoint') },
    isSecret: true,
    secrets,
    status: [201],
    response: z.object({ controllerKey: ControllerKey }),
    failures: [404],
    run: async ({ ctx, params: { id } }) => {
      const key = await createControllerKey(ctx, pepper, id);
      return created({ controllerKey: { ...key, secretAvailable: true } });
    },
  });
