import { ImportModel, type ImportRow, type ImportStatus } from '@pas/shared/models/import';
import { LRUCache } from 'lru-cache';

/** Chooses which import is worked on next. */
export interface ImportChooser {
  /**
   * @param seen the tenants that have a place already
   * @returns null where no import of another tenant waits
   */
  next(seen: readonly string[]): Promise<ImportRow | null>;
  /** Notes how the work on an import of a tenant has ended. */
  note(tenantId: string, hasFailed: boolean): void;
}

/** How long an import that has failed waits for its next try unless said otherwise, in milliseconds. */
const usualRetryMs = 2000;

/** The import that has waited longest, in some states, of the tenants that a condition leaves; null if none waits. */
async function findNext(
  states: readonly ImportStatus[],
  tenantId: { $nin: string[] } | { $in: string[] },
): Promise<ImportRow | null> {
  return ImportModel.findOne({ status: { $in: [...states] }, tenantId })
    .setOptions({ crossTenant: 'imports-by-status' })
    .sort({ expiresAt: 1 })
    .lean<ImportRow>();
}

/** Tenants that are remembered for a failure of an import. */
const maxFailed = 1000;

/**
 * Chooses the next import of a lane. A tenant whose import has failed rests for a while, and goes behind the tenants
 * without failures: it keeps no place from them, however often its import fails. Tenants with failures take turns.
 */
export function importChooser(states: readonly ImportStatus[], retryMs = usualRetryMs): ImportChooser {
  // The tenant that has failed least recently is the last one.
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
    note(tenantId, hasFailed) {
      if (hasFailed) failed.set(tenantId, performance.now() + retryMs);
      else failed.delete(tenantId);
    },
  };
}
