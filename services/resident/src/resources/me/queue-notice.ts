import type { Change } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { AccountNoticeModel, type AccountNoticeRow } from '@pas/shared/models/account-notice';
import { newRow } from '@pas/shared/models/new-row';

/** Lifetime of a notice, in milliseconds. */
const noticeTtlMs = 7 * 86_400_000;

/** Queues a mail to the owner of an account about a change of its credentials. */
export async function queueNotice(
  ctx: OperationContext,
  change: Change,
  notice: Pick<AccountNoticeRow, 'kind' | 'userId' | 'to'>,
): Promise<void> {
  const expiresAt = new Date(ctx.now.getTime() + noticeTtlMs);
  const row: AccountNoticeRow = { ...newRow(ctx, 'accountNotice'), ...notice, sentAt: null, expiresAt };
  await AccountNoticeModel.insertMany([row], { session: change.session });
  change.publish({
    type: 'pas.v1.identity.notice.requested',
    subject: row._id,
    data: { aggregateVersion: 1, noticeId: row._id },
  });
}
