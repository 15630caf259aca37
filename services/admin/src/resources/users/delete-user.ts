import { endPassesOfHome, passTargets } from '@pas/shared/access/passes-of-home';
import { heldProperties } from '@pas/shared/residences/held-properties';
import { tenantNow } from '@pas/shared/context/tenant-now';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { fieldChanges } from '@pas/shared/audit/field-changes';
import { commit } from '@pas/shared/change/commit';
import { requireVersion } from '@pas/platform/http/if-match';
import { revokeInvitesOfLeavers } from '@pas/shared/invites/end-invites';
import { inFormerState } from '@pas/shared/models/former';
import { UserModel } from '@pas/shared/models/user';
import { publishResidenceEvent } from '@pas/shared/residences/publish-residence-event';
import { saveChanges } from '@pas/shared/change/save-changes';
import { deriveOccupancy } from '@pas/shared/residences/derive-occupancy';
import { accessTargets, endAccess } from '@pas/shared/sessions/end-access';
import { endChanges, endedAt, hasJustEnded } from '@pas/shared/residences/end-residence';
import { flagKeysOfStaff, losesRightToIssue } from './flag-keys-of-staff.ts';
import { isHeld } from '@pas/shared/residences/held-residence';
import { loadUser } from './load-user.ts';
import { requireWholeUser } from './require-whole-user.ts';
import { auditedUser } from './user.schema.ts';

interface Deletion {
  id: string;
  ifMatch: readonly number[] | null;
}

/**
 * Deletes a user. Current residences end as in a move-out, future ones are cancelled, and sessions,
 * devices and passes end.
 *
 * @throws not_found, precondition_failed, forbidden for keys restricted to some of the properties where the
 * person lives
 */
export async function deleteUser(ctx: OperationContext, { id, ifMatch }: Deletion): Promise<void> {
  await commit(ctx, async (change) => {
    const row = await loadUser(ctx, id, change.session);
    requireVersion(row, ifMatch);
    requireWholeUser(ctx, row);
    if (losesRightToIssue(row, { ...row, isLive: false })) await flagKeysOfStaff(ctx, row);
    const held = row.residences.filter((residence) => isHeld(residence, ctx));
    const residences = row.residences.map((residence) =>
      held.includes(residence) ? endedAt(residence, tenantNow(ctx), ctx) : residence,
    );
    const ended = await endAccess(ctx, change, id);
    // A deleted user never becomes FORMER.
    const fields = { isLive: false, deletedAt: ctx.now, residences, formerDueAt: null };
    const where = inFormerState(row);
    const user = await saveChanges(ctx, change, { model: UserModel, row, fields, where });
    const passes: string[] = [];
    for (const before of held) {
      const residence = endedAt(before, tenantNow(ctx), ctx);
      passes.push(...(await endPassesOfHome(ctx, change, { user, home: residence, at: tenantNow(ctx) })));
      if (hasJustEnded(before, residence, ctx)) publishResidenceEvent(change, 'ended', { user, residence });
      await deriveOccupancy(ctx, change, before.unitId);
    }
    const leavers = held.map(({ unitId }) => ({ user: row, unitId }));
    const invites = await revokeInvitesOfLeavers(ctx, change, leavers);
    change.record({
      action: 'user.deleted',
      targets: [
        { type: 'user', id },
        ...held.map((residence) => ({ type: 'residence', id: residence.id })),
        ...[...new Set(held.map(({ unitId }) => unitId))].map((unit) => ({ type: 'unit', id: unit })),
        ...accessTargets(ended),
        ...passTargets(passes),
        ...(invites.get(id) ?? []),
      ],
      changes: [...fieldChanges(row, null, auditedUser), ...endChanges(row.residences, residences)],
      propertyIds: heldProperties(row, ctx),
    });
  });
}
