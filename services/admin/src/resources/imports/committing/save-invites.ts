import { insertRows } from '@pas/platform/mongo/insert-rows';
import type { Change } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import type { QueuedDeliveries } from '@pas/shared/invites/queue-deliveries';
import type { ImportRow } from '@pas/shared/models/import';
import { InviteModel } from '@pas/shared/models/invite';
import { UnitModel } from '@pas/shared/models/unit';
import { queueMessages } from '@pas/shared/invites/queue-messages';
import { recordInvite } from '@pas/shared/invites/record-invite';
import { clearRenewals } from '../../onboarding/clear-renewals.ts';
import { importActor } from './import-actor.ts';

interface InvitesToSave {
  imported: ImportRow;
  invites: readonly QueuedDeliveries[];
  /** Invites whose request for a new link the new invites answer. */
  renewals: readonly string[];
}

/**
 * Stores the invites of a batch with their events and records, in four statements for any number of invites.
 * It writes the row of each unit, so that a concurrent delete of a unit conflicts.
 */
export async function saveInvites(
  ctx: OperationContext,
  change: Change,
  { imported, invites, renewals }: InvitesToSave,
): Promise<void> {
  if (invites.length === 0) return;
  const { tenantId } = ctx;
  const { session } = change;
  const unitIds = [...new Set(invites.map(({ invite }) => invite.unitId))];
  const touch = { $inc: { childrenEpoch: 1 } };
  await UnitModel.updateMany({ _id: { $in: unitIds }, tenantId, isLive: true }, touch, { session });
  await insertRows(
    InviteModel,
    invites.map(({ invite }) => invite),
    session,
  );
  await queueMessages(ctx, change, invites);
  await clearRenewals(ctx, change, renewals);
  const others = [{ type: 'import', id: imported._id }];
  for (const queued of invites) recordInvite(change, queued, { actor: importActor(imported), others });
}
