import { isDuplicateIn, retryOnDuplicate } from './duplicate-key.ts';
import { RunAgain, type Transaction } from './in-transaction.ts';

/**
 * Runs work that inserts a row and looks for the one that is there only when a unique index has refused its own: for
 * what is new, which is the rule, the look would be a statement for nothing.
 *
 * Within a transaction that other work is part of, the refusal has ended that transaction: all of it runs again, and
 * looks first then.
 *
 * @param indexParts parts of the names of the indexes whose refusal means that the row is there
 * @param work told whether the row may be there, so that it looks before it inserts
 */
export async function insertFirst<T>(
  within: Transaction | undefined,
  indexParts: readonly string[],
  work: (mayExist: boolean) => Promise<T>,
): Promise<T> {
  let mayExist = within !== undefined && within.attempt > 1;
  return retryOnDuplicate(indexParts, async () => {
    const looksFirst = mayExist;
    mayExist = true;
    try {
      return await work(looksFirst);
    } catch (error) {
      throw within && !looksFirst && isDuplicateIn(error, indexParts)
        ? new RunAgain('The entity exists already.', 0)
        : error;
    }
  });
}
