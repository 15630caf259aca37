import type { Route } from '@pas/platform/http/define-route';
import { ok } from '@pas/platform/http/reply';
import { Locale } from '@pas/shared/contacts/person';
import type { OnboardingSettings } from '@pas/shared/invites/onboarding';
import { defineRoute } from '@pas/shared/routes/define-route';
import { z } from 'zod';
import { Channel } from './delivery.schema.ts';
import { InviteNameParam } from './dispatch.schema.ts';
import { MessagePreview } from './message-preview.schema.ts';
import { previewMessage } from './preview-message.ts';

const PreviewMessage = z
  .object({
    channel: Channel,
    locale: Locale.optional().meta({
      description:
        'The language of the preview. Default: that of the invite, else of the property, else English. An unsupported language is ignored.',
    }),
  })
  .meta({ examples: [{ channel: 'EMAIL', locale: 'de' }] });

/** Routes of the preview of an invite's message. */
export function previewRoutes(onboarding: OnboardingSettings): Route[] {
  return [
    defineRoute({
      method: 'post',
      path: '/api/admin/onboarding/invites/{idOrToken}/preview-message',
      operationId: 'previewInviteMessage',
      summary: 'Preview the message of an invite',
      description:
        'Shows the mail or text that a dispatch would send now. Nothing is sent and nothing changes. The message contains the link of the invite. A channel without a contact is 422 `contact_missing`. An invite that is not PENDING is 409: `invite_expired`, `invite_already_accepted`, `invite_revoked` or `invite_superseded`.',
      scope: 'onboarding:dispatch',
      params: { idOrToken: InviteNameParam },
      body: PreviewMessage,
      response: z.object({ message: MessagePreview }),
      isKeyed: false,
      isSecret: true,
      codes: {
        409: ['invite_expired', 'invite_already_accepted', 'invite_revoked', 'invite_superseded'],
        422: ['contact_missing'],
      },
      run: async ({ ctx, params: { idOrToken: name }, body: { channel, locale } }) =>
        ok({ message: await previewMessage(ctx, onboarding, { name, channel, locale }) }),
    }),
  ];
}
