import { hashInviteToken, type InviteLinks } from '@pas/shared/invites/invite-links';
import type { InviteRow } from '@pas/shared/models/invite';

/** The fields of an invite that its token determines. */
export type NewToken = Pick<InviteRow, 'tokenVersion' | 'secretVersion' | 'tokenHash' | 'pastTokenHashes'>;

/** Returns a new token of an invite. A request with the past token learns that a newer one has replaced it. */
export function nextToken(links: InviteLinks, invite: InviteRow): NewToken {
  const { secretVersion } = links;
  const facts = { _id: invite._id, tokenVersion: invite.tokenVersion + 1, secretVersion };
  return {
    tokenVersion: facts.tokenVersion,
    secretVersion,
    tokenHash: hashInviteToken(links.linkOf(facts).token),
    pastTokenHashes: [...invite.pastTokenHashes, invite.tokenHash],
  };
}
