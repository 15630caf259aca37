import type { OperationContext } from '@pas/shared/context/operation-context';
import type { OnboardingSettings } from '@pas/shared/invites/onboarding';
import { contactsOf, requireChannels } from '@pas/shared/invites/require-channels';
import type { Channel, InviteRow } from '@pas/shared/models/invite';
import type { InviteName } from './dispatch.schema.ts';
import { loadInvite } from './load-invite.ts';

interface RequestedMessage {
  name: InviteName;
  channels: readonly Channel[] | undefined;
  /** Refuses an invite whose message can no longer be sent. */
  refuse: (invite: InviteRow, now: Date) => void;
}

/**
 * Checks the channels of a dispatch or resend when other fields have problems.
 *
 * @throws not_found, errors of `refuse`, invalid (`contact_missing`, `channel_unavailable`)
 */
export async function checkChannels(
  ctx: OperationContext,
  onboarding: OnboardingSettings,
  { name, channels = [], refuse }: RequestedMessage,
): Promise<void> {
  const invite = await loadInvite(ctx, name);
  refuse(invite, ctx.now);
  await requireChannels(onboarding, { path: 'channels', channels, contacts: contactsOf(invite) });
}
