import { passTaken } from '@pas/shared/access/audited-pass';
import { endedFields } from '@pas/shared/access/end-pass';
import { commit } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { notFound } from '@pas/platform/errors/raise';
import { requireVersion } from '@pas/platform/http/if-match';
import { AccessPassModel, type AccessPassRow } from '@pas/shared/models/access-pass';
import { mayAccessProperty } from '../properties/property-restriction.ts';
import { loadPass } from './load-pass.ts';

interface Revocation {
  id: string;
  ifMatch: readonly number[] | null;
  /** The caller's reason, for the pass and the audit. */
  reason: string | null;
}

/**
 * Revokes a pass for all its holders, or for one further holder by that holder's id. It no longer opens any
 * door. A repeated call changes nothing.
 *
 * @throws not_found when there never was such a pass within the caller's reach; precondition_failed
 */
export async function deletePass(ctx: OperationContext, { id, ifMatch, reason }: Revocation): Promise<void> {
  const { tenantId, now } = ctx;
  await commit(ctx, async (change) => {
    const { session } = change;
    const pass = await AccessPassModel.findOne({ _id: id, tenantId }).session(session).lean<AccessPassRow>();
    if (!pass || !mayAccessProperty(ctx, pass.propertyId)) throw notFound();
    if (!pass.isLive) return;
    const [shown] = pass.groupId === null ? [pass] : await loadPass(ctx, id, session);
    requireVersion(shown, ifMatch);
    const further = await AccessPassModel.find({ tenantId, isLive: true, groupId: id })
      .sort({ _id: 1 })
      .session(session)
      .lean<AccessPassRow[]>();
    const end = { $set: endedFields(ctx, { reason: 'REVOKED', note: reason }), $inc: { version: 1 } };
    await AccessPassModel.updateOne({ _id: id, tenantId, isLive: true }, end, { session });
    await AccessPassModel.updateMany({ tenantId, isLive: true, groupId: id }, end, { session });
    if (pass.groupId !== null) {
      // The pass shows its holders, so it has changed as well.
      const changed = { $set: { updatedAt: now }, $inc: { version: 1 } };
      await AccessPassModel.updateOne({ _id: pass.groupId, tenantId, isLive: true }, changed, { session });
    }
    const stated = { path: 'reason', before: null, after: reason, isPersonal: true };
    change.record({
      action: 'access_pass.deleted',
      targets: [
        { type: 'access_pass', id },
        ...(pass.groupId ? [{ type: 'access_pass', id: pass.groupId }] : []),
      ],
      alsoPlanned: further.map((holder) => ({ type: 'access_pass', id: holder._id })),
      changes: [...passTaken([pass, ...further]), ...(reason === null ? [] : [stated])],
      propertyIds: [pass.propertyId],
    });
  });
}
