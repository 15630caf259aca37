import { notFound } from '@pas/platform/errors/raise';
import { refusePremium } from '@pas/shared/contacts/refuse-premium';
import { invalidAs, invalidField } from '@pas/shared/errors/raise';
import type { AccessPassRow } from '@pas/shared/models/access-pass';
import type { Channel } from '@pas/shared/models/invite';
import { erased } from '@pas/shared/personal/person';
import type { SendPass } from './pass-requests.schema.ts';
import type { PassGroup } from './pass.schema.ts';

/** A message to a holder of a pass. */
export interface PassMessageTo {
  holder: AccessPassRow;
  channel: Channel;
  /** The address or number. */
  to: string;
}

/** Returns a holder's contact; null for none, or for one that was erased. */
function contactOf({ holderEmail, holderPhone }: AccessPassRow, channel: Channel): string | null {
  const contact = (channel === 'EMAIL' ? holderEmail : holderPhone) ?? null;
  return contact === erased ? null : contact;
}

/** Returns the holders of a request. @throws not_found for one who does not hold the pass */
function namedHolders(group: PassGroup, holderIds: SendPass['holderIds']): readonly AccessPassRow[] {
  if (!holderIds) return group;
  const named = group.filter(({ _id }) => holderIds.includes(_id));
  if (named.length < holderIds.length) throw notFound();
  return named;
}

/** Requires carriers for the channels. @throws invalid (`channel_unavailable`) */
function requireAvailable(channels: readonly Channel[], availableChannels: readonly Channel[]): void {
  const missing = channels.find((channel) => !availableChannels.includes(channel));
  if (missing === undefined) return;
  const message = `channels: ${missing} is not set up in this environment. Use ${availableChannels.join(' or ')}.`;
  throw invalidField('channels', 'channel_unavailable', message);
}

/**
 * Chooses the messages of a request: each named holder on each channel. Without `holderIds`, holders without a contact
 * are left out; without `channels`, each contact is used.
 *
 * @throws not_found for a person who does not hold the pass
 * @throws invalid (`channel_unavailable`, `contact_missing`, `premium_number`)
 */
export function chooseMessages(
  group: PassGroup,
  availableChannels: readonly Channel[],
  { channels, holderIds }: SendPass,
): PassMessageTo[] {
  const holders = namedHolders(group, holderIds);
  requireAvailable(channels ?? [], availableChannels);
  const messagesTo = (holder: AccessPassRow): PassMessageTo[] =>
    (channels ?? availableChannels).flatMap((channel) => {
      const to = contactOf(holder, channel);
      return to === null ? [] : [{ holder, channel, to }];
    });
  const each = holders.map(messagesTo);
  const fewest = holderIds ? (channels?.length ?? 1) : 0;
  const messages = each.flat();
  if (messages.length === 0 || each.some(({ length }) => length < fewest)) {
    const message =
      'channels: A holder has no contact for this. Add an e-mail or a phone to the holder first.';
    throw invalidAs('contact_missing', 'channels', message);
  }
  for (const { channel, to } of messages) if (channel === 'SMS') refusePremium('channels', to);
  return messages;
}
