import { emailKey } from '../contacts/email.ts';
import type { InviteRow } from '../models/invite.ts';

/** Whether an invite is addressed to an e-mail. */
export const isAddressedTo = ({ inviteeEmail }: Pick<InviteRow, 'inviteeEmail'>, email: string): boolean =>
  inviteeEmail !== null && emailKey(inviteeEmail) === emailKey(email);

/**
 * Whether the token that is good now went to the invite's e-mail and by no other way, so that its holder reads that
 * mailbox. A mail that bounced brought it to nobody. A text is a second way even where it failed: it may have arrived.
 */
export function wasMailedAlone({
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
