import { Timestamp, timestamp } from '@pas/platform/http/timestamp';
import type { Route } from '@pas/platform/http/define-route';
import { noContent, ok } from '@pas/platform/http/reply';
import { idSchema } from '@pas/shared/ids/id';
import { defineRoute } from '@pas/shared/routes/define-route';
import { z } from 'zod';
import { recordHeartbeat } from './record-heartbeat.ts';
import { verifyPin, type PinParts, type VerifiedPin } from './verify-pin.ts';

const VerifyPin = z
  .object({
    accessPointId: idSchema('accessPoint'),
    pin: z
      .string()
      .regex(/^\d{6}$/, 'Send the PIN as six digits.')
      .meta({ example: '204816' }),
  })
  .meta({ examples: [{ accessPointId: 'door_01kb3rt9d5e0p8m6q2v7x4hzjn', pin: '204816' }] });

const Heartbeat = z
  .object({
    accessPointIds: z
      .array(idSchema('accessPoint'))
      .min(1)
      .max(200)
      .meta({ description: 'Doors that the controller can open now.' }),
  })
  .meta({ examples: [{ accessPointIds: ['door_01kb3rt9d5e0p8m6q2v7x4hzjn'] }] });

const Verification = z
  .object({
    accessEventId: idSchema('accessEvent'),
    accessPointId: idSchema('accessPoint'),
    passId: idSchema('accessPass').nullable(),
    reason: z
      .string()
      .meta({ description: 'Reason why the door opens, as a stable code.', example: 'pass_valid' }),
    openSeconds: z.int().meta({ description: 'Seconds that the door stays open.', example: 5 }),
    occurredAt: Timestamp,
  })
  .meta({ id: 'PinVerification' });

function presentVerification({ event, door }: VerifiedPin): z.input<typeof Verification> {
  const { _id: accessEventId, accessPointId, passId, reason, occurredAt } = event;
  const { openSeconds } = door;
  return { accessEventId, accessPointId, passId, reason, openSeconds, occurredAt: timestamp(occurredAt) };
}

/** Routes of door controllers, which authenticate with a controller key. */
export function controllerRoutes(parts: PinParts): Route[] {
  return [
    defineRoute({
      method: 'post',
      path: '/access/verify',
      operationId: 'verifyPin',
      summary: 'Check a PIN at a door',
      description:
        'The controller opens the door when the answer is 200. A grant takes one use of the pass. A refusal is 403 `access_denied` with a `reason`: `pin_unknown`, `pass_expired`, `pass_revoked`, `pass_not_for_door`, `host_not_admitted`, `pass_outside_window` or `pass_used_up`. The PIN of an expired or revoked pass is still recognised for one day. Each decision is an access event. Five unknown PINs at a door within five minutes block PINs there: 429 with `Retry-After`. The block ends five minutes after the first unknown PIN; further tries do not extend it. Apps, links, calls and staff can still open the door. A door of another property answers 404.',
      scope: null,
      callers: 'controller',
      body: VerifyPin,
      response: z.object({ verification: Verification }),
      failures: [404],
      codes: { 403: ['access_denied'] },
      run: async ({ ctx, body }) =>
        ok({ verification: presentVerification(await verifyPin(ctx, parts, body)) }),
    }),
    defineRoute({
      method: 'post',
      path: '/access/heartbeat',
      operationId: 'recordHeartbeat',
      summary: 'Report that a controller is online',
      description:
        'Send it every 30 seconds to keep the doors `online`. A door goes offline 90 seconds after the last report. Deleted doors are ignored. 404 when a door belongs to another property or all doors are deleted; then nothing is stored.',
      scope: null,
      callers: 'controller',
      body: Heartbeat,
      failures: [404],
      run: async ({ ctx, body }) => {
        await recordHeartbeat(ctx, body.accessPointIds);
        return noContent();
      },
    }),
  ];
}
