import { notFound } from '@pas/platform/errors/raise';
import { commitControl } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { OperatorSessionModel, type OperatorSessionRow } from '@pas/shared/models/operator-session';
import { namelessStaff, storeStaffName } from '../staff/store-staff-name.ts';

/**
 * Ends a session of the same person. All gateways receive the change through the change stream of the control database.
 *
 * @throws not_found for a session of another person, or one that has ended
 */
export async function revokeSession(
  ctx: OperationContext,
  { issuer, subject }: Pick<OperatorSessionRow, 'issuer' | 'subject'>,
  id: string,
): Promise<void> {
  await commitControl(ctx, async (change) => {
    const options = { session: change.session };
    const live = { _id: id, issuer, subject, revokedAt: null };
    const { modifiedCount } = await OperatorSessionModel.updateOne(
      live,
      { $set: { revokedAt: ctx.now } },
      options,
    );
    if (modifiedCount !== 1) throw notFound();
    await storeStaffName(ctx.principal, change.session);
    change.record({
      action: 'session.revoked',
      actor: namelessStaff(ctx.principal),
      targets: [{ type: 'operator_session', id }],
    });
  });
}
