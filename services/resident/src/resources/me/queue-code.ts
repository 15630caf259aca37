import { codeTtlMs } from '@pas/shared/accounts/contact-codes';
import { commit } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { ContactCodeModel, type ContactCodeRow } from '@pas/shared/models/contact-code';
import { newRow } from '@pas/shared/models/new-row';
import { countMessages } from '@pas/shared/recipients/count-messages';

/** A contact to prove, and the property of its person's home. */
type CodeRecipient = Pick<ContactCodeRow, 'userId' | 'propertyId' | 'channel' | 'to'>;

/**
 * Queues a code to a new contact of the signed-in resident.
 *
 * @throws rate_limited (`recipient_limit_reached`) after too many messages of the tenant to the contact
 */
export async function queueCode(ctx: OperationContext, recipient: CodeRecipient): Promise<ContactCodeRow> {
  const { channel, to } = recipient;
  const row: ContactCodeRow = {
    ...newRow(ctx, 'contactCode'),
    ...recipient,
    tries: 0,
    expiresAt: new Date(ctx.now.getTime() + codeTtlMs),
    sentAt: null,
    usedAt: null,
  };
  await commit(ctx, async (change) => {
    await ContactCodeModel.insertMany([row], { session: change.session });
    await countMessages(ctx, change, [{ channel, to }]);
    change.publish({
      type: 'pas.v1.identity.code.requested',
      subject: row._id,
      data: { aggregateVersion: 1, codeId: row._id },
    });
  });
  return row;
}
