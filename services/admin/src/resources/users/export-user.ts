import { heldProperties } from '@pas/shared/residences/held-properties';
import { commit } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { describePerson } from '@pas/shared/personal/describe-person';
import { writeExport } from '@pas/shared/personal/export-person';
import { loadAnyUser } from './load-any-user.ts';
import { requireWholeUser } from './require-whole-user.ts';

/**
 * Streams all stored data of a live or deleted user. The export is recorded before the first byte is sent.
 *
 * @throws not_found for an unknown user
 * @throws forbidden for keys restricted to some of the properties where the person lives
 */
export async function exportUser(ctx: OperationContext, id: string): Promise<AsyncIterable<string>> {
  const user = await loadAnyUser(ctx, id);
  requireWholeUser(ctx, user);
  await commit(ctx, async (change) => {
    change.record({
      action: 'user.exported',
      targets: [{ type: 'user', id }],
      propertyIds: heldProperties(user, ctx),
    });
  });
  return writeExport(await describePerson(user, ctx.now));
}
