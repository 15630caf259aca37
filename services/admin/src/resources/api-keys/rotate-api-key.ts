import { issuerEmailHash } from '@pas/shared/api-keys/flag-for-review';
import { mintSuccessor } from '@pas/shared/api-keys/key-format';
import { newSuccessor } from '@pas/shared/api-keys/new-successor';
import { replaceApiKey } from '@pas/shared/api-keys/replace-api-key';
import { actorOf } from '@pas/shared/audit/prepare-record';
import { commitControl } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import type { ApiKeys } from './api-keys.ts';
import { cutRate } from './choose-limits.ts';
import type { CreatedApiKey } from './create-api-key.ts';
import { loadApiKey } from './load-api-key.ts';
import { holdIssuer, readIssuer } from './read-issuer.ts';
import { requireGrantable } from './require-grantable.ts';

/**
 * Rotates a key: its successor has the same grants and the same rate bucket. The caller must hold everything that the key
 * has. If the caller is a key, the successor has no later end and no higher rate than the caller.
 *
 * @throws not_found, forbidden for grants that the caller lacks, conflict (`key_not_rotatable`) for a key that is not
 *   ACTIVE
 */
export async function rotateApiKey(
  ctx: OperationContext,
  { pepper }: ApiKeys,
  { id, graceSeconds }: { id: string; graceSeconds: number },
): Promise<CreatedApiKey> {
  const { bounds, ...issuer } = await readIssuer(ctx);
  const { now } = ctx;
  return commitControl(ctx, async (change) => {
    await holdIssuer(ctx, change);
    const row = await loadApiKey(ctx, id, change.session);
    requireGrantable(ctx, { bounds, ...issuer }, row);
    const minted = mintSuccessor(row.prefix);
    const rateLimit = cutRate(row.rateLimit, bounds);
    const rotator = {
      createdBy: actorOf(ctx),
      issuerEmailHash: issuerEmailHash(ctx.principal.email),
      endsBy: bounds?.endsAt ?? null,
      rateLimit,
    };
    const successor = newSuccessor(row, rotator, { minted, pepper, now });
    await replaceApiKey(change, { row, successor, graceSeconds, now });
    return { row: successor, secret: minted.key };
  });
}
