import { withTenant } from '@pas/platform/context/operation-context';
import type { Route } from '@pas/platform/http/define-route';
import type { PublicContext } from '@pas/shared/context/operation-context';
import type { z } from 'zod';
import type { Invite } from './invite.schema.ts';
import { loadInvite } from './load-invite.ts';
import { showInvite } from './show-invites.ts';
import type { OnboardingSettings } from '@pas/shared/invites/onboarding';

interface Answer {
  invite: z.input<typeof Invite>;
}

/** Answers with an invite are stored for their `Idempotency-Key` without the link, which is derived again. */
export function inviteSecrets({ links }: OnboardingSettings): NonNullable<Route['secrets']> {
  return {
    hide(body) {
      const { invite } = body as Answer;
      return { invite: { ...invite, token: null, inviteUrl: null } };
    },
    async show(publicCtx: PublicContext, body) {
      const { invite } = body as Answer;
      const ctx = withTenant(publicCtx, invite.tenantId);
      const { token, inviteUrl } = await showInvite(
        ctx,
        links,
        await loadInvite(ctx, { by: 'id', inviteId: invite.id }),
      );
      return { invite: { ...invite, token, inviteUrl } };
    },
  };
}
