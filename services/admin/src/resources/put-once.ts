import { duplicateKeyOf } from '@pas/platform/mongo/duplicate-key';

interface PutOperation<T> {
  /** Changes the row, or creates a missing one. Reports whether it found one. */
  put: (reportFound: (isFound: boolean) => void) => Promise<T>;
  /** Whether the row exists now. */
  exists: () => Promise<boolean>;
}

/**
 * Creates or changes the row of an external id. If several callers create it at once, the unique index lets
 * one succeed. The others find its row on their next attempt and change it.
 *
 * @throws each error of `put`, including a duplicate caused by another row
 */
export async function putOnce<T>({ put, exists }: PutOperation<T>): Promise<T> {
  for (;;) {
    let isFound = false;
    try {
      return await put((found) => {
        isFound = found;
      });
    } catch (error) {
      const isRace = !isFound && duplicateKeyOf(error) !== null && (await exists());
      if (!isRace) throw error;
    }
  }
}
