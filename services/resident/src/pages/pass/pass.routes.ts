import type { Route } from '@pas/platform/http/define-route';
import { accepted, ok } from '@pas/platform/http/reply';
import { wantsPage } from '@pas/platform/http/wants-page';
import { presentAttempt, UnlockAttempt } from '@pas/shared/access/attempt.schema';
import { idSchema } from '@pas/shared/ids/id';
import { pageReply } from '@pas/shared/pages/page';
import { definePublicRoute } from '@pas/shared/routes/define-route';
import { z } from 'zod';
import { GuestPass, presentGuestPass } from '../../resources/passes/guest-pass.schema.ts';
import { loadGuestPass } from '../../resources/passes/load-guest-pass.ts';
import { describeAttempt, loadPassAttempt } from '../../resources/passes/load-pass-attempt.ts';
import { openWithPass, type PassDependencies } from '../../resources/passes/open-with-pass.ts';
import { requireSameOrigin } from '../same-origin.ts';
import { messagesFor } from '../messages-for.ts';
import { attemptPage } from './attempt-page.ts';
import { passPage } from './pass-page.ts';

const token = z.string().meta({ description: 'The last part of the pass’s link.' });
const deadCodes = ['pass_expired', 'pass_revoked', 'host_not_admitted'] as const;
const IdempotencyKey = z
  .string()
  .regex(/^[\x20-\x7e]{1,255}$/, 'Use 1 to 255 printable ASCII characters.')
  .optional()
  .meta({ description: 'A repeat of the request with the same key opens the door only once.' });

const accessPointId = idSchema('accessPoint');
const OpenDoor = z
  .object({ accessPointId })
  .meta({ examples: [{ accessPointId: 'door_01kb3rt9d5e0p8m6q2v7x4hzjn' }] });
/** The form of the page contains the key, because a form cannot send a header. */
const OpenDoorForm = z.object({ accessPointId, nonce: IdempotencyKey });

const response = z.object({ attempt: UnlockAttempt });

/**
 * `/pass/<token>`: shows a pass to its guest and opens doors, on pages without scripts. `Accept` chooses JSON instead.
 */
export function passRoutes(parts: PassDependencies): Route[] {
  return [
    definePublicRoute({
      method: 'get',
      path: '/pass/{token}',
      operationId: 'showPass',
      summary: 'Show the pass of a guest',
      description:
        'Returns the property, the times, the PIN within these times, and the doors. The answer is a page in the language of the browser, which works without scripts. A request whose `Accept` prefers JSON gets JSON. Reading takes no use of the pass. An ended pass answers 410.',
      scope: null,
      params: { token },
      answers: 'view',
      response: z.object({ pass: GuestPass }),
      codes: { 410: deadCodes },
      run: async ({ ctx, params, headers }) => {
        const view = await loadGuestPass(params.token, ctx.now);
        if (!wantsPage(headers)) return ok({ pass: presentGuestPass(view, params.token) });
        return pageReply(passPage({ view, token: params.token, messages: messagesFor(headers) }));
      },
    }),
    definePublicRoute({
      method: 'post',
      path: '/pass/{token}/open',
      operationId: 'openWithPass',
      summary: 'Open a door with a pass',
      description:
        'Sends one command to the door’s controller and immediately returns the PENDING attempt. The grant takes one use of the pass. A further request with the pass answers the attempt that is pending or whose door is still open. It takes no use. The door counts as open for `openSeconds`, at least two seconds. Send an `Idempotency-Key` (in a form, the field `nonce`), so that a later repeat opens nothing either. A pass allows ten requests per hour. 403 `access_denied` has the `reason`: `pass_outside_window` or `pass_used_up`.',
      scope: null,
      params: { token },
      headers: { 'Idempotency-Key': IdempotencyKey },
      body: {
        json: { schema: OpenDoor },
        form: { schema: OpenDoorForm, maxBytes: 16 * 1024, maxFields: 20 },
      },
      requireHeaders: requireSameOrigin,
      status: [202],
      answers: 'view',
      response,
      codes: {
        403: ['access_denied', 'cross_site_request'],
        410: deadCodes,
        422: ['idempotency_key_reused'],
      },
      run: async ({ ctx, params, body, headers }) => {
        const sent = body.kind === 'form' ? body.fields.nonce : headers['idempotency-key'];
        const nonce = IdempotencyKey.safeParse(sent).data ?? null;
        const input = { token: params.token, accessPointId: body.fields.accessPointId, nonce };
        const attempt = await openWithPass(ctx, parts, input);
        if (!wantsPage(headers)) return accepted({ attempt: presentAttempt(attempt) });
        const page = { token: params.token, messages: messagesFor(headers), status: 202 as const };
        return pageReply(attemptPage(await describeAttempt(attempt), page));
      },
    }),
    definePublicRoute({
      method: 'get',
      path: '/pass/{token}/attempts/{id}',
      operationId: 'showPassAttempt',
      summary: 'Show an attempt to open a door with a pass',
      description:
        'With `wait`, the request returns when the attempt ends or the time expires. An attempt of another pass answers 404.',
      scope: null,
      params: { token, id: idSchema('unlockAttempt') },
      wait: 10,
      answers: 'view',
      response,
      run: async ({ params, headers, signal }) => {
        const attempt = await loadPassAttempt({ ...params, doors: parts.doors, signal });
        if (!wantsPage(headers)) return ok({ attempt: presentAttempt(attempt) });
        const page = { token: params.token, messages: messagesFor(headers) };
        return pageReply(attemptPage(await describeAttempt(attempt), page));
      },
    }),
  ];
}
