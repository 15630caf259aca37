import { createLines } from '@pas/platform/concurrency/lines';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { unavailable } from '@pas/shared/errors/raise';
import type { ErasureRow } from '@pas/shared/models/erasure';
import { requireAllProperties } from '@pas/shared/principal/require-all-properties';
import { beginErasure, findErasure } from '../../erasure/begin-erasure.ts';
import { runErasure } from '../../erasure/run-erasure.ts';
import { loadAnyUser } from './load-any-user.ts';

/**
 * Serializes the erasures of one person within the process. Later requests find the work done. The wait is shorter
 * than the gateway's timeout of 30 s.
 */
const ofPerson = createLines({
  maxWaitMs: 20_000,
  refusal: () => unavailable('Another request is erasing this person. Try again.', 'overloaded', 5),
});

/**
 * Erases the personal values of a user everywhere. A repeated call resumes an interrupted erasure, and returns the same
 * receipt.
 *
 * @throws not_found for an unknown user
 * @throws forbidden for callers restricted to some properties
 * @throws conflict (`has_residence`) for a person with a current or future residence
 */
export async function eraseUser(ctx: OperationContext, id: string): Promise<ErasureRow> {
  await loadAnyUser(ctx, id);
  requireAllProperties(ctx);
  return ofPerson.inTurn(id, async () => {
    const known = await findErasure(ctx, id);
    const row = known?.status === 'DONE' ? known : await beginErasure(ctx, id);
    return row.status === 'DONE' ? row : runErasure(ctx, row);
  });
}
