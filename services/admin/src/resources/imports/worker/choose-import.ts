import { ImportModel, type ImportRow, type ImportStatus } from '@pas/shared/models/import';
import { LRUCache } from 'lru-cache';

/** Chooses the next import to work on. */
export interface ImportChooser {
  /**
   * @param seen the tenants that have a slot already
   * @returns null when no import of another tenant waits
   */
  next(seen: readonly string[]): Promise<ImportRow | null>;
  /** Records the outcome of work on a tenant's import. */
  record(tenantId: string, hasFailed: boolean): void;
}

/** Default wait before a failed import is retried, in milliseconds. */
const defaultRetryMs = 2000;

/** Finds the import whose plan expires first, in some states and among admitted tenants; null without one. */
async function findNext(
  states: readonly ImportStatus[],
  tenantId: { $nin: string[] } | { $in: string[] },
): Promise<ImportRow | null> {
  return ImportModel.findOne({ status: { $in: [...states] }, tenantId })
    .setOptions({ crossTenant: 'imports-by-status' })
    .sort({ expiresAt: 1 })
    .lean<ImportRow>();
}

/** Whether an import of any tenant is in one of these states. */
export async function hasImportIn(states: readonly ImportStatus[]): Promise<boolean> {
  const found = ImportModel.exists({ status: { $in: [...states] } });
  return (await found.setOptions({ crossTenant: 'imports-by-status' })) !== null;
}

/** The maximum number of tenants whose failures are remembered. */
const maxFailed = 1000;

/**
 * Chooses the next import of a lane. A tenant whose import has failed waits for a while. Then it comes after all
 * tenants without failures. Repeated failures take no slot from other tenants. Tenants with failures take
 * turns.
 */
export function importChooser(states: readonly ImportStatus[], retryMs = defaultRetryMs): ImportChooser {
  // `keys()` lists the newest failure first.
  const failed = new LRUCache<string, number>({ max: maxFailed });

  const nextOfFailed = async (seen: readonly string[]): Promise<ImportRow | null> => {
    const isRested = (tenantId: string): boolean => (failed.peek(tenantId) ?? 0) <= performance.now();
    for (const tenantId of [...failed.keys()].toReversed()) {
      if (seen.includes(tenantId) || !isRested(tenantId)) continue;
      const imported = await findNext(states, { $in: [tenantId] });
      if (imported) return imported;
      failed.delete(tenantId);
    }
    return null;
  };
  return {
    next: async (seen) =>
      (await findNext(states, { $nin: [...seen, ...failed.keys()] })) ?? nextOfFailed(seen),
    record(tenantId, hasFailed) {
      if (hasFailed) failed.set(tenantId, performance.now() + retryMs);
      else failed.delete(tenantId);
    },
  };
}
