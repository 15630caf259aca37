import type { OperationContext } from '@pas/shared/context/operation-context';
import { notFound } from '@pas/platform/errors/raise';
import { idPattern } from '@pas/shared/ids/id';
import { hashInviteToken } from '@pas/shared/invites/invite-links';
import { InviteModel, type InviteRow } from '@pas/shared/models/invite';
import type { ClientSession } from 'mongoose';
import { mayTouchProperty } from '../properties/property-restriction.ts';

/** How a client names an invite: by its id or by its token. */
export type InviteName = string;

/** A token may begin as an id does; it is longer. */
const isId = (name: InviteName): boolean => idPattern('invite').test(name);

/** @throws not_found when there is no such invite within the caller's reach */
export async function loadInvite(
  ctx: OperationContext,
  name: InviteName,
  session: ClientSession | null = null,
): Promise<InviteRow> {
  const key = isId(name) ? { _id: name } : { tokenHash: hashInviteToken(name) };
  const invite = await InviteModel.findOne({ ...key, tenantId: ctx.tenantId })
    .session(session)
    .lean<InviteRow>();
  if (!invite || !mayTouchProperty(ctx, invite.propertyId)) throw notFound();
  return invite;
}
