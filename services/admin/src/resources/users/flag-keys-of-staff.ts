import { flagForReview, reviewChanges } from '@pas/shared/api-keys/flag-for-review';
import { commitControl } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import type { UserRow } from '@pas/shared/models/user';

/**
 * Whether a change removes a STAFF user's right to issue keys: disabled, deleted, or restricted to
 * properties.
 */
export function losesRightToIssue(
  before: UserRow,
  after: Pick<UserRow, 'status' | 'propertyIds' | 'isLive'>,
): boolean {
  const mayIssue = ({ status, propertyIds, isLive }: typeof after): boolean =>
    isLive && status !== 'DISABLED' && propertyIds === null;
  return before.kind === 'STAFF' && mayIssue(before) && !mayIssue(after);
}

/**
 * Marks the keys of a person who may no longer issue keys, in a transaction of the control database. It
 * commits before the change of the user. If that change fails, one review is superfluous, but none is missed. A dry
 * run marks none.
 */
export async function flagKeysOfStaff(
  { within: _ofTheUser, plan, ...ctx }: OperationContext,
  { email }: UserRow,
): Promise<void> {
  if (plan?.isDryRun) return;
  await commitControl(ctx, async (change) => {
    const ids = await flagForReview(ctx, change, { issuer: { email }, mayHold: () => false });
    if (ids.length === 0) return;
    change.record({
      action: 'api_key.updated',
      targets: ids.map((id) => ({ type: 'api_key', id })),
      changes: reviewChanges(ids),
    });
  });
}
