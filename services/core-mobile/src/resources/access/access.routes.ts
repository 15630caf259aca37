import { presentAttempt, UnlockAttempt } from '@pas/shared/access/attempt.schema';
import type { DoorCommands } from '@pas/shared/access/door-commands';
import { waitForAttempt } from '@pas/shared/access/wait-for-attempt';
import type { Route } from '@pas/platform/http/define-route';
import { defineRoute } from '@pas/shared/routes/define-route';
import { listEnvelope, pageQuery } from '@pas/platform/http/page';
import { accepted, ok } from '@pas/platform/http/reply';
import { idSchema } from '@pas/shared/ids/id';
import type { UnlockAttemptRow } from '@pas/shared/models/unlock-attempt';
import { z } from 'zod';
import { OwnAccessPoint, presentOwnAccessPoint } from './access-point.schema.ts';
import { listOwnAccessPoints } from './list-own-access-points.ts';
import { unlockAccessPoint } from './unlock-access-point.ts';

const codes = { 403: ['resident_former', 'resident_disabled'] } as const;
const response = z.object({ attempt: UnlockAttempt });

/** The body may be empty. Fields that an app sends become part of the request that an `Idempotency-Key` names. */
const UnlockDoor = z.looseObject({}).meta({ description: 'Not required; omit it.', examples: [{}] });

/** `/access/points` and `/access/attempts`: the doors of a resident. */
export function accessRoutes({ doors }: { doors: DoorCommands }): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/access/points',
      operationId: 'listOwnAccessPoints',
      summary: 'List the doors that I may open now',
      description:
        'Returns shared doors of the properties where the person lives now, and doors of the person’s units.',
      scope: null,
      callers: 'resident',
      query: pageQuery(['createdAt', 'name']),
      response: listEnvelope('accessPoints', OwnAccessPoint),
      codes,
      run: async ({ ctx, query }) => {
        const { rows, ...page } = await listOwnAccessPoints(ctx, query);
        return ok({ accessPoints: rows.map(presentOwnAccessPoint), ...page });
      },
    }),
    defineRoute({
      method: 'post',
      path: '/access/points/{id}/unlock',
      operationId: 'unlockAccessPoint',
      summary: 'Open a door',
      description:
        'Sends one command to the door’s controller and immediately returns the PENDING attempt. Read the attempt with `wait` to get the result. A further request of the person answers the attempt that is pending or whose door is still open. It opens nothing. The door counts as open for `openSeconds`, at least two seconds. Send an `Idempotency-Key`, so that a later repeat opens nothing either. A door that the person may not open answers 404.',
      scope: null,
      callers: 'resident',
      params: { id: idSchema('accessPoint') },
      body: UnlockDoor,
      isKeyed: true,
      status: [202],
      response,
      codes,
      run: async ({ ctx, params: { id } }) =>
        accepted({ attempt: presentAttempt(await unlockAccessPoint(ctx, doors, id)) }),
    }),
    defineRoute({
      method: 'get',
      path: '/access/attempts/{id}',
      operationId: 'getUnlockAttempt',
      summary: 'Read an attempt to open a door',
      description: 'With `wait`, the request returns when the attempt ends or the time expires.',
      scope: null,
      callers: 'resident',
      params: { id: idSchema('unlockAttempt') },
      wait: 10,
      response,
      run: async ({ ctx, params: { id }, signal }) => {
        const { tenantId, principal } = ctx;
        const filter = { _id: id, tenantId, 'subject.type': 'RESIDENT' as const, 'subject.id': principal.id };
        const isOwn = ({ tenantId: tenant, subject }: UnlockAttemptRow) =>
          tenant === tenantId && subject.type === 'RESIDENT' && subject.id === principal.id;
        return ok({ attempt: presentAttempt(await waitForAttempt({ filter, doors, isOwn, signal })) });
      },
    }),
  ];
}
