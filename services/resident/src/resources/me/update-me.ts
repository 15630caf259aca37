import { heldProperties } from '@pas/shared/residences/held-properties';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { commit } from '@pas/shared/change/commit';
import { requireVersion } from '@pas/platform/http/if-match';
import { saveAndRecord } from '@pas/shared/change/save-and-record';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { loadResident } from '@pas/shared/accounts/load-resident';
import { auditedResident } from '@pas/shared/accounts/resident.schema';
import type { UpdateMe } from './me.schema.ts';

/**
 * Changes the profile fields that residents may change. Writes nothing without a change.
 *
 * @throws precondition_failed when the resident is no longer at the version in If-Match
 */
export async function updateMe(
  ctx: OperationContext,
  input: UpdateMe,
  ifMatch: readonly number[] | null,
): Promise<UserRow> {
  return commit(ctx, async (change) => {
    const user = await loadResident(ctx, change.session);
    requireVersion(user, ifMatch);
    return saveAndRecord(ctx, change, {
      model: UserModel,
      type: 'user',
      row: user,
      patch: input,
      audited: auditedResident,
      propertyIds: heldProperties(user, ctx),
    });
  });
}
