import { heldProperties } from '@pas/shared/residences/held-properties';
import { loadResident } from '@pas/shared/accounts/load-resident';
import { commit } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { describePerson } from '@pas/shared/personal/describe-person';
import { writeExport } from '@pas/shared/personal/export-person';

/**
 * Exports all stored data of the signed-in resident in chunks. Records the export before the first chunk.
 *
 * @throws forbidden for a resident who is FORMER or DISABLED
 */
export async function exportMe(ctx: OperationContext): Promise<AsyncIterable<string>> {
  const user = await loadResident(ctx);
  await commit(ctx, async (change) => {
    change.record({
      action: 'user.exported',
      targets: [{ type: 'user', id: user._id }],
      propertyIds: heldProperties(user, ctx),
    });
  });
  return writeExport(await describePerson(user, ctx.now));
}
