import type { OperationContext } from '@pas/shared/context/operation-context';
import { notFound } from '@pas/platform/errors/raise';
import { hashInviteToken } from '@pas/shared/invites/invite-links';
import { InviteModel, type InviteRow } from '@pas/shared/models/invite';
import type { ClientSession } from 'mongoose';
import type { InviteName } from './dispatch.schema.ts';
import { mayAccessProperty } from '../properties/property-restriction.ts';

/** @throws not_found when there is no such invite within the caller's reach */
export async function loadInvite(
  ctx: OperationContext,
  name: InviteName,
  session: ClientSession | null = null,
): Promise<InviteRow> {
  const key = name.by === 'id' ? { _id: name.inviteId } : { tokenHash: hashInviteToken(name.token) };
  const invite = await InviteModel.findOne({ ...key, tenantId: ctx.tenantId })
    .session(session)
    .lean<InviteRow>();
  if (!invite || !mayAccessProperty(ctx, invite.propertyId)) throw notFound();
  return invite;
}
