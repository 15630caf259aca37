import { maskEmail } from '@pas/shared/contacts/email';
import { maskPhone } from '@pas/shared/contacts/phone';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { invalidAs } from '@pas/shared/errors/raise';
import { ensureInviteTokenHashes } from '@pas/shared/invites/ensure-invite-token-hashes';
import type { OnboardingSettings } from '@pas/shared/invites/onboarding';
import { contactsOf } from '@pas/shared/invites/require-channels';
import type { Channel } from '@pas/shared/models/invite';
import type { z } from 'zod';
import { writeInviteMail } from '../../dispatch/invite-mail.ts';
import { loadOfferedHome, messageOf } from '../../dispatch/invite-message.ts';
import { writeInviteText } from '../../dispatch/invite-text.ts';
import type { InviteName } from './dispatch.schema.ts';
import { loadInvite } from './load-invite.ts';
import type { MessagePreview } from './message-preview.schema.ts';
import { requirePending } from './refuse-ended.ts';

interface PreviewRequest {
  name: InviteName;
  channel: Channel;
  locale: string | undefined;
}

/**
 * Renders the message of a dispatch with the sender's code. It sends nothing. The shown link works.
 *
 * @throws not_found, conflict when the invite is no longer pending, invalid (`contact_missing`)
 */
export async function previewMessage(
  ctx: OperationContext,
  { links }: OnboardingSettings,
  { name, channel, locale }: PreviewRequest,
): Promise<z.input<typeof MessagePreview>> {
  const invite = await loadInvite(ctx, name);
  requirePending(invite, ctx.now);
  const to = contactsOf(invite)[channel];
  if (to === null)
    throw invalidAs(
      'contact_missing',
      'channel',
      `The invite has no contact for ${channel}. Choose the other channel.`,
    );
  const home = await loadOfferedHome(invite, links);
  const [linked = invite] = await ensureInviteTokenHashes(ctx, links, [invite]);
  const message = messageOf({ kind: 'INVITE', invite: linked, home, links, locale });
  if (channel === 'SMS')
    return { to: maskPhone(to), ...writeInviteText(message), locale: message.messages.language };
  const { subject, text, html, language } = writeInviteMail(message);
  return { to: maskEmail(to), subject, text, html, locale: language };
}
