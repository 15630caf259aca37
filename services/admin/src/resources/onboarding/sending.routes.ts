import type { Route } from '@pas/platform/http/define-route';
import { accepted } from '@pas/platform/http/reply';
import type { OperationContext } from '@pas/shared/context/operation-context';
import type { OnboardingSettings } from '@pas/shared/invites/onboarding';
import type { Channel, InviteRow } from '@pas/shared/models/invite';
import { defineRoute } from '@pas/shared/routes/define-route';
import { z } from 'zod';
import { checkChannels } from './check-channels.ts';
import { dispatchInvite } from './dispatch-invite.ts';
import {
  DispatchInvite,
  DispatchInviteByName,
  InviteNameParam,
  nameOf,
  ResendInvite,
  ResendInviteByName,
  type InviteName,
} from './dispatch.schema.ts';
import { Invite } from './invite.schema.ts';
import { inviteSecrets } from './invite-secrets.ts';
import { refuseEnded, requirePending } from './refuse-ended.ts';
import { resendInvite } from './resend-invite.ts';
import { showInvite } from './show-invites.ts';

const inBody =
  'Same as the operation with the invite in its path. Here `inviteId` or `token` in the body names the invite.';

interface SendRequest {
  channels?: readonly Channel[] | undefined;
  rotate?: boolean;
}

/** A sending operation: its texts, bodies and function. */
interface SendOperation {
  verb: 'dispatch' | 'resend';
  /** The invite in the path, the short form of that path, and the invite in the body. */
  paths: readonly [`/${string}`, `/${string}`, `/${string}`];
  summary: string;
  description: string;
  body: typeof DispatchInvite | typeof ResendInvite;
  bodyByName: typeof DispatchInviteByName | typeof ResendInviteByName;
  codes: NonNullable<Parameters<typeof defineRoute>[0]['codes']>;
  refuse: (invite: InviteRow, now: Date) => void;
  send: (ctx: OperationContext, name: InviteName, asked: SendRequest) => Promise<InviteRow>;
}

/**
 * Returns the routes of a sending operation: two spellings of the path, and one with the invite in the body.
 */
function routesOf(onboarding: OnboardingSettings, sending: SendOperation): Route[] {
  const { verb, paths, summary, description, body, bodyByName, codes, refuse, send } = sending;
  const Verb = verb === 'dispatch' ? 'Dispatch' : 'Resend';
  const [path, shortPath, pathByName] = paths;
  const common = {
    method: 'post' as const,
    scope: 'onboarding:dispatch' as const,
    status: [202] as const,
    response: z.object({ invite: Invite }),
    isSecret: true,
    secrets: inviteSecrets(onboarding),
    codes,
  };
  const check = async (ctx: OperationContext, name: InviteName, channels: SendRequest['channels']) =>
    checkChannels(ctx, onboarding, { name, channels, refuse });
  const answer = async (ctx: OperationContext, name: InviteName, asked: SendRequest) =>
    accepted({ invite: await showInvite(ctx, onboarding.links, await send(ctx, name, asked)) });
  const byPath = (spelling: `/${string}`, operationId: string): Route =>
    defineRoute({
      ...common,
      path: spelling,
      operationId,
      summary,
      description,
      params: { idOrToken: InviteNameParam },
      body,
      check: async ({ ctx, params: { idOrToken }, body: { channels }, faulty }) =>
        faulty.has('channels') || check(ctx, idOrToken, channels),
      run: async ({ ctx, params: { idOrToken }, body: asked }) => answer(ctx, idOrToken, asked),
    });
  return [
    byPath(path, `${verb}Invite`),
    byPath(shortPath, `${verb}SingleInvite`),
    defineRoute({
      ...common,
      path: pathByName,
      operationId: `${verb}InviteByReference`,
      summary: `${Verb} an invite named in the body`,
      description: inBody,
      body: bodyByName,
      check: async ({ ctx, body: { inviteId, token, channels }, faulty }) => {
        const isNamed = (inviteId === undefined) !== (token === undefined);
        if (!isNamed || faulty.has('channels')) return;
        await check(ctx, nameOf({ inviteId, token }), channels);
      },
      run: async ({ ctx, body: asked }) => answer(ctx, nameOf(asked), asked),
    }),
  ];
}

/** Routes of dispatch and resend: both queue messages to the person of an invite. */
export function sendingRoutes(onboarding: OnboardingSettings): Route[] {
  const dispatch = routesOf(onboarding, {
    verb: 'dispatch',
    paths: [
      '/api/admin/onboarding/invites/{idOrToken}/dispatch',
      '/api/admin/onboarding/invite/{idOrToken}/dispatch',
      '/api/admin/onboarding/dispatch',
    ],
    summary: 'Dispatch an invite by e-mail or SMS',
    description:
      'Queues a message for each channel. Default: every channel for which the invite has a contact. A channel that is already queued or sent is not sent again, and the answer is the same. A channel without a contact is 422 `contact_missing`. An invite that is not PENDING is 409: `invite_expired`, `invite_already_accepted`, `invite_revoked` or `invite_superseded`. A tenant sends at most 10 messages in 24 hours and 30 in seven days to one address or phone. Beyond that the answer is 429 `recipient_limit_reached`, and nothing is sent.',
    body: DispatchInvite,
    bodyByName: DispatchInviteByName,
    codes: {
      409: ['invite_expired', 'invite_already_accepted', 'invite_revoked', 'invite_superseded'],
      422: ['contact_missing', 'premium_number'],
      429: ['recipient_limit_reached'],
    },
    refuse: requirePending,
    send: async (ctx, name, { channels }) => dispatchInvite(ctx, onboarding, { name, channels }),
  });
  const resend = routesOf(onboarding, {
    verb: 'resend',
    paths: [
      '/api/admin/onboarding/invites/{idOrToken}/resend',
      '/api/admin/onboarding/invite/{idOrToken}/resend',
      '/api/admin/onboarding/resend',
    ],
    summary: 'Resend an invite by e-mail or SMS',
    description:
      'Sends the invite again on each channel, and restarts its period of validity. Default: every channel for which the invite has a contact. A waiting message whose tries have failed becomes FAILED with `sent_again`, because the new one replaces it. The link stays the same while the invite is PENDING. With `rotate`, or after the invite has expired, there is a new link, and the old one answers 410. 409 `invite_superseded` when the person has a newer pending invite to the unit. 409 `already_resident` when the person lives there already and has signed up. An invite that was accepted or revoked is 409, too. 429 within 60 seconds of the last resend, and after five resends within 24 hours. `Retry-After` has the wait. A tenant sends at most 10 messages in 24 hours and 30 in seven days to one address or phone. Beyond that the answer is 429 `recipient_limit_reached`, and nothing is sent.',
    body: ResendInvite,
    bodyByName: ResendInviteByName,
    codes: {
      409: ['invite_already_accepted', 'invite_revoked', 'invite_superseded', 'already_resident'],
      422: ['contact_missing', 'premium_number'],
      429: ['recipient_limit_reached'],
    },
    refuse: refuseEnded,
    send: async (ctx, name, { channels, rotate = false }) =>
      resendInvite(ctx, onboarding, { name, channels, rotate }),
  });
  return [...dispatch, ...resend];
}
