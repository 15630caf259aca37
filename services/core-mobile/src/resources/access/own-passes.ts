import { tenantNow } from '@pas/shared/context/tenant-now';
import { passTaken } from '@pas/shared/access/audited-pass';
import { endedFields } from '@pas/shared/access/end-pass';
import { loadResident } from '@pas/shared/accounts/load-resident';
import { commit } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { notFound } from '@pas/platform/errors/raise';
import { requireVersion } from '@pas/platform/http/if-match';
import type { Page } from '@pas/platform/http/page';
import { listRows, type RowsPage } from '@pas/platform/lists/list-rows';
import { AccessPassModel, type AccessPassRow } from '@pas/shared/models/access-pass';

const ownPasses = ({ tenantId, principal }: OperationContext) => ({
  tenantId,
  'createdBy.id': principal.id ?? '',
  'createdBy.type': 'RESIDENT' as const,
});

/** Lists the passes of the signed-in resident that have not ended. */
export async function listOwnPasses(ctx: OperationContext, page: Page): Promise<RowsPage<AccessPassRow>> {
  await loadResident(ctx);
  const { tenantId, 'createdBy.id': id, ...type } = ownPasses(ctx);
  const filter = { tenantId, isLive: true, 'createdBy.id': id, ...type, endsAt: { $gt: tenantNow(ctx) } };
  return listRows(AccessPassModel, filter, page);
}

/**
 * Revokes a pass of the signed-in resident, which then opens no door. Leaves a revoked pass unchanged.
 *
 * @throws not_found, precondition_failed
 */
export async function deleteOwnPass(
  ctx: OperationContext,
  { id, ifMatch }: { id: string; ifMatch: readonly number[] | null },
): Promise<void> {
  await loadResident(ctx);
  await commit(ctx, async (change) => {
    const filter = { ...ownPasses(ctx), _id: id };
    const pass = await AccessPassModel.findOne(filter).session(change.session).lean<AccessPassRow>();
    if (!pass) throw notFound();
    if (!pass.isLive) return;
    requireVersion(pass, ifMatch);
    const update = { $set: endedFields(ctx, { reason: 'REVOKED' }), $inc: { version: 1 } };
    await AccessPassModel.updateOne({ ...filter, isLive: true }, update, { session: change.session });
    change.record({
      action: 'access_pass.deleted',
      targets: [{ type: 'access_pass', id }],
      changes: passTaken([pass]),
      propertyIds: [pass.propertyId],
    });
  });
}
