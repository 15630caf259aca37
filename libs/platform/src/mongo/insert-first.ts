import { isDuplicateIn, retryOnDuplicate } from './duplicate-key.ts';
import { RunAgain, type Transaction } from './in-transaction.ts';

/**
 * Runs work that inserts a row. The work looks for an existing one only after a unique index has refused the insert.
 * Most rows are new, so a look-up first would waste a statement.
 *
 * Within a shared transaction the refusal aborts that transaction. All of its work runs again, and then looks first.
 *
 * @param indexParts parts of the names of the indexes whose violation means that the row exists
 * @param work inserts the row; looks for it first if `mayExist`
 */
export async function insertFirst<T>(
  within: Transaction | undefined,
  indexParts: readonly string[],
  work: (mayExist: boolean) => Promise<T>,
): Promise<T> {
  if (!within) {
    let mayExist = false;
    return retryOnDuplicate(indexParts, async () => {
      const looksFirst = mayExist;
      mayExist = true;
      return work(looksFirst);
    });
  }
  try {
    return await work(within.attempt > 1);
  } catch (error) {
    throw isDuplicateIn(error, indexParts) ? new RunAgain('The entity exists already.', 0) : error;
  }
}
