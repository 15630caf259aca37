import type { Change } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { InviteModel, type InviteRow } from '@pas/shared/models/invite';

/**
 * Filters invites whose person has requested a new link. The lower bound lets the store use the partial
 * index.
 */
const asked = { renewalRequestedAt: { $gt: new Date(0) } };

type InviteAddress = Pick<InviteRow, 'unitId' | 'contactKey'>;

const keyOf = ({ unitId, contactKey }: InviteAddress): string => `${unitId}|${contactKey}`;

/**
 * Finds requests for a new link that new invites of the same people to the same units answer. It reads only
 * the few invites with a request. It needs no transaction, because `clearRenewals` checks each request again.
 *
 * @returns the ids of the invites with a request
 */
export async function findRenewals(tenantId: string, invites: readonly InviteAddress[]): Promise<string[]> {
  const known = invites.filter(({ contactKey }) => contactKey !== null);
  if (known.length === 0) return [];
  const answered = new Set(known.map(keyOf));
  const unitId = { $in: [...new Set(known.map((invite) => invite.unitId))] };
  const found = await InviteModel.find({ tenantId, ...asked, unitId }, { unitId: 1, contactKey: 1 }).lean<
    InviteRow[]
  >();
  return found.filter((invite) => answered.has(keyOf(invite))).map(({ _id }) => _id);
}

/** Clears requests for a new link, within the change that creates the new invites. */
export async function clearRenewals(
  { tenantId, now }: OperationContext,
  { session }: Change,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const update = { $set: { renewalRequestedAt: null, updatedAt: now }, $inc: { version: 1 } };
  await InviteModel.updateMany({ _id: { $in: [...ids] }, tenantId, ...asked }, update, { session });
}

/**
 * Clears the request of one invite for a new link. The person gets none.
 *
 * @returns the updated invite; null without a request
 */
export async function clearRenewal(
  { tenantId, now }: OperationContext,
  { session }: Change,
  _id: string,
): Promise<InviteRow | null> {
  return InviteModel.findOneAndUpdate(
    { _id, tenantId, ...asked },
    { $set: { renewalRequestedAt: null, updatedAt: now }, $inc: { version: 1 } },
    { session, returnDocument: 'after' },
  ).lean<InviteRow>();
}
