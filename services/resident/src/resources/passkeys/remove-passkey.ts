import { notFound } from '@pas/platform/errors/raise';
import { fieldChanges } from '@pas/shared/audit/field-changes';
import { commit } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { PasskeyModel, type PasskeyRow } from '@pas/shared/models/passkey';
import { loadAccount } from '../me/load-account.ts';
import { auditedPasskey } from './passkey.schema.ts';

/**
 * Removes a passkey of the signed-in person.
 *
 * @throws not_found for an unknown passkey and for that of another person
 */
export async function removePasskey(ctx: OperationContext, id: string): Promise<void> {
  const { _id: accountId } = await loadAccount(ctx);
  await commit(ctx, async (change) => {
    const { session } = change;
    const removed = await PasskeyModel.findOneAndDelete(
      { _id: id, accountId },
      { session },
    ).lean<PasskeyRow>();
    if (!removed) throw notFound();
    change.record({
      action: 'user.passkey_removed',
      targets: [
        { type: 'user', id: ctx.principal.id },
        { type: 'passkey', id },
      ],
      changes: fieldChanges(removed, null, auditedPasskey),
    });
  });
}
