import { invalidAs } from '@pas/shared/errors/raise';
import type { OnboardingSettings } from '@pas/shared/invites/onboarding';
import { contactsOf, requireChannels } from '@pas/shared/invites/require-channels';
import type { Channel, InviteRow } from '@pas/shared/models/invite';

/**
 * Chooses the channels of a message to an invite's person: the requested ones, else all available ones.
 *
 * @throws invalid (`contact_missing`, `channel_unavailable`)
 */
export async function chooseChannels(
  onboarding: OnboardingSettings,
  invite: InviteRow,
  asked: readonly Channel[] | undefined,
): Promise<readonly Channel[]> {
  const channels = asked ?? reachableBy(invite, onboarding);
  await requireChannels(onboarding, { path: 'channels', channels, contacts: contactsOf(invite) });
  return channels;
}

function reachableBy(invite: InviteRow, { channels }: OnboardingSettings): readonly Channel[] {
  const contacts = contactsOf(invite);
  const reachable = channels.filter((channel) => contacts[channel] !== null);
  if (reachable.length > 0) return reachable;
  throw invalidAs(
    'contact_missing',
    'channels',
    'The invite has no contact to send to. Share its inviteUrl yourself.',
  );
}
