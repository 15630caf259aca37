import { isDuplicateIn } from '@pas/platform/mongo/duplicate-key';

interface Put<T> {
  /** Changes the row, or makes it where there is none. Notes whether it found one. */
  put: (note: (isFound: boolean) => void) => Promise<T>;
  /** Parts of the names of the unique indexes that refuse a second row. */
  indexParts: readonly string[];
  /** Whether the row is there now. */
  isThere: () => Promise<boolean>;
}

/**
 * Makes or changes the row of an external id. Of several callers that make it at once, the unique index lets one
 * succeed; the others find its row on their next try and change it.
 *
 * @throws what `put` throws, a refusal of the unique indexes that another row has caused included
 */
export async function putOnce<T>({ put, indexParts, isThere }: Put<T>): Promise<T> {
  for (;;) {
    let isFound = false;
    try {
      return await put((found) => {
        isFound = found;
      });
    } catch (error) {
      const isRace = !isFound && isDuplicateIn(error, indexParts) && (await isThere());
      if (!isRace) throw error;
    }
  }
}
