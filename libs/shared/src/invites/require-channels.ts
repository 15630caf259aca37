import type { Fault } from '@pas/platform/errors/fault';
import { checkAll } from '@pas/platform/errors/check-all';
import { refusePremium } from '../contacts/refuse-premium.ts';
import { invalidAs, invalidField } from '../errors/raise.ts';
import type { Channel, InviteRow } from '../models/invite.ts';
import type { OnboardingSettings } from './onboarding.ts';

/** Contacts of an invite by channel; null without one. */
export type ChannelContacts = Readonly<Record<Channel, string | null>>;

/** Returns the contacts of an invite by channel. */
export const contactsOf = ({
  inviteeEmail,
  inviteePhone,
}: Pick<InviteRow, 'inviteeEmail' | 'inviteePhone'>): ChannelContacts => ({
  EMAIL: inviteeEmail,
  SMS: inviteePhone,
});

interface RequestedChannels {
  /** The field of the request with the channels. */
  path: string;
  channels: readonly Channel[];
  contacts: ChannelContacts;
}

const contactNames: Readonly<Record<Channel, string>> = { EMAIL: 'an e-mail address', SMS: 'a phone number' };

function findFault(
  { path, contacts }: RequestedChannels,
  channel: Channel,
  availableChannels: readonly Channel[],
): Fault | null {
  if (contacts[channel] === null) {
    const message = `${path}: The invite has no contact for ${channel}. Create an invite with ${contactNames[channel]}.`;
    return invalidAs('contact_missing', path, message);
  }
  if (availableChannels.includes(channel)) return null;
  const message = `${path}: ${channel} is not set up in this environment. Use ${availableChannels.join(' or ')}.`;
  return invalidField(path, 'channel_unavailable', message);
}

/**
 * Requires that a message can be sent on each channel.
 *
 * @throws invalid (`contact_missing`, `channel_unavailable`, `premium_number`), with a problem for each unusable
 *   channel
 */
export async function requireChannels(
  { channels: availableChannels }: OnboardingSettings,
  requested: RequestedChannels,
): Promise<void> {
  const checks = requested.channels.map((channel) => () => {
    const fault = findFault(requested, channel, availableChannels);
    if (fault) throw fault;
    if (channel === 'SMS') refusePremium(requested.path, requested.contacts.SMS ?? '');
  });
  await checkAll(...checks);
}
