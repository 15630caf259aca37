import type { OperationContext } from '../context/operation-context.ts';
import { InviteModel, type InviteRow } from '../models/invite.ts';
import { hashInviteToken, type InviteLinks } from './invite-links.ts';
import { isWithoutLink } from './new-invite.ts';

/**
 * Derives the token of an invite whose creator lacked the secrets, and stores its hash. The link works afterwards. A
 * conditional write ensures that it happens once.
 */
export async function ensureInviteTokenHash(
  { tenantId }: OperationContext,
  links: InviteLinks,
  invite: InviteRow,
): Promise<void> {
  if (!isWithoutLink(invite)) return;
  const { secretVersion } = links;
  const { token } = links.linkOf({ ...invite, secretVersion });
  const fields = { secretVersion, tokenHash: hashInviteToken(token) };
  const filter = { _id: invite._id, tenantId, secretVersion: invite.secretVersion };
  await InviteModel.updateOne(filter, { $set: fields });
}
