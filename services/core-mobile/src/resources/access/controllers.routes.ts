import { Timestamp, timestamp } from '@pas/platform/http/timestamp';
import type { Route } from '@pas/platform/http/define-route';
import { noContent, ok } from '@pas/platform/http/reply';
import { idSchema } from '@pas/shared/ids/id';
import { defineRoute } from '@pas/shared/routes/define-route';
import { z } from 'zod';
import { recordHeartbeat } from './record-heartbeat.ts';
import { verifyPin, type PinParts, type VerifiedPin } from './verify-pin.ts';

const tag = 'Controllers';

const VerifyPin = z
  .object({
    accessPointId: idSchema('accessPoint'),
    pin: z
      .string()
      .regex(/^\d{6}$/, 'Send the six digits of the PIN.')
      .meta({ example: '204816' }),
  })
  .meta({ examples: [{ accessPointId: 'door_01kb3rt9d5e0p8m6q2v7x4hzjn', pin: '204816' }] });

const Heartbeat = z
  .object({
    accessPointIds: z
      .array(idSchema('accessPoint'))
      .min(1)
      .max(200)
      .meta({ description: 'The doors that the controller can open now.' }),
  })
  .meta({ examples: [{ accessPointIds: ['door_01kb3rt9d5e0p8m6q2v7x4hzjn'] }] });

const Verification = z
  .object({
    accessEventId: idSchema('accessEvent'),
    accessPointId: idSchema('accessPoint'),
    passId: idSchema('accessPass').nullable(),
    reason: z.string().meta({ description: 'Why it opens, as a stable word.', example: 'pass_valid' }),
    openSeconds: z.int().meta({ description: 'How long the door stays open, in seconds.', example: 5 }),
    occurredAt: Timestamp,
  })
  .meta({ id: 'PinVerification' });

function presentVerification({ event, door }: VerifiedPin): z.input<typeof Verification> {
  const { _id: accessEventId, accessPointId, passId, reason, occurredAt } = event;
  const { openSeconds } = door;
  return { accessEventId, accessPointId, passId, reason, openSeconds, occurredAt: timestamp(occurredAt) };
}

/** The routes of door controllers, which call with the key of an access point. */
export function controllerRoutes(parts: PinParts): Route[] {
  return [
    defineRoute({
      method: 'post',
      path: '/access/verify',
      operationId: 'verifyPin',
      summary: 'Check a PIN at a door',
      description:
        'The controller opens the door when the answer is 200. A grant takes one use of the pass. A refusal is 403 `access_denied` with the `reason`: `pin_unknown`, `pass_expired`, `pass_revoked`, `pass_not_for_door`, `host_not_admitted`, `pass_outside_window` or `pass_used_up`. The PIN of a pass that has ended or was taken back is known for another day. Each decision is an access event. After five unknown PINs at a door within five minutes every PIN there is 429 until `Retry-After`, five minutes at most after the first of them; tries in between do not prolong it. Apps, links, calls and staff open the door meanwhile. A door of another property is 404.',
      tag,
      scope: null,
      callers: 'controller',
      body: VerifyPin,
      status: [200],
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
      summary: 'Report that doors can be opened',
      description:
        'Send it every 30 seconds. The doors are `online` from then on. A door whose controller has not reported for 90 seconds becomes offline. A deleted door is left out, and the others are taken. 404 when one of the doors is in another property, and when all of them are deleted; then none is taken.',
      tag,
      scope: null,
      callers: 'controller',
      body: Heartbeat,
      status: [204],
      failures: [404],
      run: async ({ ctx, body }) => {
        await recordHeartbeat(ctx, body.accessPointIds);
        return noContent();
      },
    }),
  ];
}
