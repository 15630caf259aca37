import { notFound } from '@pas/platform/errors/raise';
import { commitControl } from '@pas/shared/change/commit';
import { fieldChanges } from '@pas/shared/audit/field-changes';
import type { OperationContext } from '@pas/shared/context/operation-context';
import {
  liveOperatorSessions,
  OperatorSessionModel,
  type OperatorSessionRow,
} from '@pas/shared/models/operator-session';

/**
 * Ends a session of the tenant's staff. The change stream of the control database informs all gateways.
 *
 * @throws not_found for a session of another tenant, or one that has ended
 */
export async function endStaffSession(ctx: OperationContext, id: string): Promise<void> {
  const { tenantId, now } = ctx;
  await commitControl(ctx, async (change) => {
    const live = { _id: id, tenantId, ...liveOperatorSessions(now) };
    const update = { $set: { revokedAt: now } };
    const options = { session: change.session };
    const ended = await OperatorSessionModel.findOneAndUpdate(
      live,
      update,
      options,
    ).lean<OperatorSessionRow>();
    if (!ended) throw notFound();
    change.record({
      action: 'session.revoked',
      targets: [
        { type: 'operator_session', id },
        { type: 'staff', id: ended.subject },
      ],
      changes: fieldChanges(ended, null, { fields: ['role', 'createdAt', 'lastUsedAt'] }),
    });
  });
}
