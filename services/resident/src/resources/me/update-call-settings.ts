import { heldProperties } from '@pas/shared/residences/held-properties';
import { loadResident } from '@pas/shared/accounts/load-resident';
import { fieldChanges } from '@pas/shared/audit/field-changes';
import { commit } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import type { CallSettings } from '@pas/shared/models/call-settings';
import { UserModel } from '@pas/shared/models/user';
import { callSettingsOf, type UpdateCallSettings } from './call-settings.schema.ts';

const audited = { fields: ['callSettings'] } as const;

/** Changes the call settings of the signed-in resident. Writes nothing without a change. */
export async function updateCallSettings(
  ctx: OperationContext,
  { ring, quietHours }: UpdateCallSettings,
): Promise<CallSettings> {
  return commit(ctx, async (change) => {
    const user = await loadResident(ctx, change.session);
    const before = callSettingsOf(user);
    const callSettings = {
      ring: ring ?? before.ring,
      quietHours: quietHours ?? before.quietHours,
    };
    const changes = fieldChanges({ callSettings: before }, { callSettings }, audited);
    if (changes.length === 0) return before;
    const saved = { callSettings, version: user.version + 1, updatedAt: ctx.now };
    const filter = { _id: user._id, tenantId: ctx.tenantId };
    await UserModel.updateOne(filter, { $set: saved }, { session: change.session });
    change.record({
      action: 'user.updated',
      targets: [{ type: 'user', id: user._id }],
      changes,
      propertyIds: heldProperties(user, ctx),
    });
    return callSettings;
  });
}
