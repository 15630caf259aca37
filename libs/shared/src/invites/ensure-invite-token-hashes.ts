import type { OperationContext } from '../context/operation-context.ts';
import { InviteModel, type InviteRow } from '../models/invite.ts';
import { hashInviteToken, type InviteLinks } from './invite-links.ts';
import { isWithoutLink } from './new-invite.ts';

/**
 * Derives the tokens of invites whose creator lacked the secrets, and stores their hashes. The links work afterwards.
 * Conditional writes ensure that each token is derived once. Invites that have a link cost no statement.
 *
 * @returns the invites in the same order, each with a link that works
 */
export async function ensureInviteTokenHashes(
  { tenantId, within }: OperationContext,
  links: InviteLinks,
  invites: readonly InviteRow[],
): Promise<InviteRow[]> {
  const unlinked = invites.filter(isWithoutLink);
  if (unlinked.length === 0) return [...invites];
  const { secretVersion } = links;
  const session = within?.session ?? null;
  await InviteModel.bulkWrite(
    unlinked.map((invite) => {
      const tokenHash = hashInviteToken(links.linkOf({ ...invite, secretVersion }).token);
      const filter = { _id: invite._id, tenantId, secretVersion: invite.secretVersion };
      return { updateOne: { filter, update: { $set: { secretVersion, tokenHash } } } };
    }),
    { ordered: false, ...(session && { session }) },
  );
  // Another process with a newer secret may have stored its own hash first.
  const stored = await InviteModel.find({ _id: { $in: unlinked.map(({ _id }) => _id) }, tenantId })
    .session(session)
    .lean<InviteRow[]>();
  const byId = new Map(stored.map((invite) => [invite._id, invite]));
  return invites.map((invite) => byId.get(invite._id) ?? invite);
}
