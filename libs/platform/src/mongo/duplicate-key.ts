import { Fault } from '../errors/fault.ts';

/** A unique index that a write violated, with its collection. */
export interface DuplicateKey {
  collection: string;
  index: string;
}

const parts = /collection: [^.\s]+\.(\S+) index: (\S+) dup key/;

/**
 * Returns the unique index that a write violated (MongoDB error 11000); null for any other error. The error may be the
 * cause of a fault.
 */
export function readDuplicateKey(error: unknown): DuplicateKey | null {
  const failure = error instanceof Fault ? error.cause : error;
  const { code, message } = (failure ?? {}) as { code?: number; message?: string };
  if (code !== 11_000) return null;
  const [, collection = 'unknown', index = 'unknown'] = parts.exec(message ?? '') ?? [];
  return { collection, index };
}

/** Returns the name of the unique index that a write violated; null for any other error. */
export function duplicateKeyOf(error: unknown): string | null {
  return readDuplicateKey(error)?.index ?? null;
}

/** Whether an error is a violation of one of these unique indexes, given by parts of their names. */
export function isDuplicateIn(error: unknown, indexParts: readonly string[]): boolean {
  const index = duplicateKeyOf(error);
  return index !== null && indexParts.some((part) => index.includes(part));
}

const maxTries = 3;

/**
 * Runs `work` again after it lost a race for a unique value. The next try finds the winner's row.
 *
 * @param indexParts parts of the names of the indexes whose violation means a lost race
 */
export async function retryOnDuplicate<T>(indexParts: readonly string[], work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isDuplicateIn(error, indexParts) || attempt === maxTries) throw error;
    }
  }
}
