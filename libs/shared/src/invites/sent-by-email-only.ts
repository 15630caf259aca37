import { emailKey } from '../contacts/email.ts';
import type { InviteRow } from '../models/invite.ts';

/** Whether an invite is addressed to an e-mail. */
export const isAddressedTo = ({ inviteeEmail }: Pick<InviteRow, 'inviteeEmail'>, email: string): boolean =>
  inviteeEmail !== null && emailKey(inviteeEmail) === emailKey(email);

/**
 * Whether the current token was sent only to the invite's e-mail, so that its holder must read that mailbox. A
 * bounced mail does not count. A text counts even if it failed, because it may have arrived.
 */
export function wasSentByEmailOnly({
  deliveries,
  tokenVersion,
  inviteeEmail,
}: Pick<InviteRow, 'deliveries' | 'tokenVersion' | 'inviteeEmail'>): boolean {
  const ofToken = deliveries.filter((delivery) => delivery.tokenVersion === tokenVersion);
  const hasText = ofToken.some(({ channel }) => channel === 'SMS');
  const hasMail = ofToken.some(
    ({ channel, status, to }) =>
      channel === 'EMAIL' &&
      status !== 'FAILED' &&
      status !== 'BOUNCED' &&
      isAddressedTo({ inviteeEmail }, to),
  );
  return hasMail && !hasText;
}
