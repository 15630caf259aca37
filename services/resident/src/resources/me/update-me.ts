import { fieldChanges } from '@pas/shared/audit/field-changes';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { commit } from '@pas/shared/change/commit';
import { requireVersion } from '@pas/platform/http/parse-input';
import { withSources } from '@pas/platform/mongo/derive-fields';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { loadResident } from '@pas/shared/accounts/load-resident';
import { auditedResident } from '@pas/shared/accounts/resident.schema';
import type { UpdateMe } from './me.schema.ts';

function applyChanges(user: UserRow, { firstName, lastName, locale, directory }: UpdateMe): UserRow {
  return {
    ...user,
    ...(firstName !== undefined && { firstName }),
    ...(lastName !== undefined && { lastName }),
    ...(locale !== undefined && { locale }),
    ...(directory !== undefined && { directory }),
  };
}

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
    const wanted = applyChanges(user, input);
    const changes = fieldChanges(user, wanted, auditedResident);
    if (changes.length === 0) return user;
    const { firstName, lastName, locale, directory } = wanted;
    const saved = {
      ...withSources(UserModel, user, { firstName, lastName, locale, directory }),
      version: user.version + 1,
      updatedAt: ctx.now,
    };
    await UserModel.updateOne(
      { _id: user._id, tenantId: ctx.tenantId },
      { $set: saved },
      { session: change.session },
    );
    const propertyIds = user.residences.map(({ propertyId }) => propertyId);
    change.record({
      action: 'user.updated',
      targets: [{ type: 'user', id: user._id }],
      changes,
      propertyIds,
    });
    return { ...user, ...saved };
  });
}
