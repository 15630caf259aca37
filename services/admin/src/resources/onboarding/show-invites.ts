import type { OperationContext } from '@pas/shared/context/operation-context';
import { ensureInviteTokenHashes } from '@pas/shared/invites/ensure-invite-token-hashes';
import type { InviteLinks } from '@pas/shared/invites/invite-links';
import type { InviteRow } from '@pas/shared/models/invite';
import type { z } from 'zod';
import { mayShareLink, presentInvite, type Invite } from './invite.schema.ts';

type InviteView = z.input<typeof Invite>;

/** Presents invites to the caller. A link is shown only after its hash is stored, so that every shown link works. */
export async function showInvites(
  ctx: OperationContext,
  links: InviteLinks,
  rows: readonly InviteRow[],
): Promise<InviteView[]> {
  const shown = mayShareLink(ctx) ? await ensureInviteTokenHashes(ctx, links, rows) : rows;
  return shown.map((row) => presentInvite(ctx, links, row));
}

/** Presents one invite, as `showInvites` does. */
export async function showInvite(
  ctx: OperationContext,
  links: InviteLinks,
  row: InviteRow,
): Promise<InviteView> {
  const [linked = row] = mayShareLink(ctx) ? await ensureInviteTokenHashes(ctx, links, [row]) : [];
  return presentInvite(ctx, links, linked);
}
