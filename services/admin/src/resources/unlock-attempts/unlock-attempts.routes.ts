import { presentAttempt, UnlockAttempt } from '@pas/shared/access/attempt.schema';
import type { DoorCommands } from '@pas/shared/access/door-commands';
import { waitForAttempt } from '@pas/shared/access/wait-for-attempt';
import type { Route } from '@pas/platform/http/define-route';
import { ok } from '@pas/platform/http/reply';
import { idSchema } from '@pas/shared/ids/id';
import { defineRoute } from '@pas/shared/routes/define-route';
import { z } from 'zod';

/** Route of attempts to open doors. */
export function unlockAttemptRoutes({ doors }: { doors: DoorCommands }): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/admin/unlock-attempts/{id}',
      operationId: 'getUnlockAttempt',
      summary: 'Read an attempt to open a door',
      description:
        'The result of `POST /access-points/{id}/unlock`. With `wait` the answer comes when the attempt has ended, or when the time is up.',
      scope: 'access-points:read',
      params: { id: idSchema('unlockAttempt') },
      wait: 10,
      response: z.object({ attempt: UnlockAttempt }),
      run: async ({ ctx, params: { id }, signal }) => {
        const { tenantId, principal } = ctx;
        const { propertyIds } = principal;
        const visible = propertyIds === null ? {} : { propertyId: { $in: [...propertyIds] } };
        const filter = { _id: id, tenantId, ...visible };
        return ok({ attempt: presentAttempt(await waitForAttempt({ filter, doors, signal })) });
      },
    }),
  ];
}
