import { commit } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import type { UserRow } from '@pas/shared/models/user';
import { describePerson } from '@pas/shared/personal/describe-person';
import { exportPerson, type PersonExport } from '@pas/shared/personal/export-person';
import { requireScope } from '@pas/shared/principal/require-scope';
import { loadAnyUser } from './load-any-user.ts';
import { requireWholeUser } from './require-whole-user.ts';

/** A user, and everything that is kept of them. */
export interface ExportedUser {
  user: UserRow;
  collections: PersonExport;
}

/**
 * Reads everything that is kept of a user, a deleted one too. The export is recorded before anything leaves.
 *
 * @throws not_found for an unknown user, forbidden without `audit:read` and for keys restricted to some of the
 *   properties where the person lives
 */
export async function exportUser(ctx: OperationContext, id: string): Promise<ExportedUser> {
  requireScope(ctx.principal, 'audit:read');
  const user = await loadAnyUser(ctx, id);
  requireWholeUser(ctx, user);
  await commit(ctx, async (change) => {
    change.record({
      action: 'user.exported',
      targets: [{ type: 'user', id }],
      propertyIds: user.residences.map(({ propertyId }) => propertyId),
    });
  });
  return { user, collections: await exportPerson(await describePerson(user, ctx.now)) };
}
