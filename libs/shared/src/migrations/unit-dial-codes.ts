import type { Migration } from '@pas/platform/migrations/migration';
import { core } from '@pas/platform/mongo/connections';
import { duplicateKeyOf } from '@pas/platform/mongo/duplicate-key';
import type { Worker } from '../context/work-context.ts';
import { planCodes } from '../models/dial-code.ts';
import type { UnitRow } from '../models/unit.ts';
import { unitLabelKeys } from './unit-label-keys.ts';

type UncodedUnit = Pick<UnitRow, '_id' | 'tenantId' | 'propertyId' | 'labelKey'>;

/** Updates in one command. */
const writeSize = 500;

/** Maximum number of plans, when other processes create units meanwhile. */
const maxPlans = 20;

/** Returns the driver's collection, without the tenant guard: a migration covers all tenants. */
function units() {
  if (!core.db) throw new Error('Migrations need an open database.');
  return core.db.collection<UnitRow>('units');
}

/** Properties with ids above one and up to another. */
interface Range {
  after: string;
  through: string;
}

/** Reads the units without a code, the oldest first. */
const readUncoded = ({ after, through }: Range): Promise<UncodedUnit[]> =>
  units()
    .find({ isLive: true, propertyId: { $gt: after, $lte: through }, dialCode: null } as object)
    .project<UncodedUnit>({ tenantId: 1, propertyId: 1, labelKey: 1, createdAt: 1 })
    .sort({ createdAt: 1, _id: 1 })
    .toArray();

/** Reads the codes of a property that are in use or at rest. */
async function readTaken(propertyId: string): Promise<Set<string>> {
  const rows = await units()
    .find({ propertyId, dialCode: { $gt: '' } })
    .project<{ dialCode: string }>({ _id: 0, dialCode: 1 })
    .toArray();
  return new Set(rows.map(({ dialCode }) => dialCode));
}

/** @returns the number of units that got their code; a code that was taken meanwhile is planned again */
async function writeCodes(uncoded: readonly UncodedUnit[], codes: readonly string[]): Promise<number> {
  const now = new Date();
  const steps = uncoded.map(({ _id, tenantId }, index) => ({
    updateOne: {
      filter: { _id, tenantId, isLive: true, dialCode: null },
      update: { $set: { dialCode: codes[index] ?? '', updatedAt: now }, $inc: { version: 1 } },
    },
  }));
  let written = 0;
  for (let from = 0; from < steps.length; from += writeSize) {
    const part = steps.slice(from, from + writeSize);
    try {
      written += (await units().bulkWrite(part, { ordered: false })).modifiedCount;
    } catch (error) {
      if (duplicateKeyOf(error) === null) throw error;
      written += (error as { result?: { modifiedCount: number } }).result?.modifiedCount ?? 0;
    }
  }
  return written;
}

/** Gives the units of a range of properties their codes, and plans again if another process interfered. */
async function codeRange(range: Range): Promise<number> {
  let changed = 0;
  for (let plans = 0; plans < maxPlans; plans += 1) {
    const uncoded = await readUncoded(range);
    if (uncoded.length === 0) return changed;
    for (const [propertyId, ofProperty] of Map.groupBy(uncoded, (unit) => unit.propertyId)) {
      const labelKeys = ofProperty.map(({ labelKey }) => labelKey);
      const codes = planCodes(labelKeys, { taken: await readTaken(propertyId), floor: 0 });
      changed += await writeCodes(ofProperty, codes);
    }
  }
  throw new Error('The units change faster than they can be read. Run the migration again.');
}

/**
 * Gives every live unit a dial code: first labels with only digits, then all others, the oldest first. Before that, each
 * unit gets the key of its label in this release, because the key decides. A change raises the unit's `version`.
 */
export function unitDialCodes(id: string, worker: Worker): Migration {
  const keys = unitLabelKeys(id, worker);
  return {
    id,
    summary: 'compares unit labels by fractions, signs and more words, and gives each unit a dial code',
    runBatch: async (after) => {
      const batch = await keys.runBatch(after);
      if (batch === null) return null;
      const coded = await codeRange({ after: after ?? '', through: batch.position });
      return { ...batch, changed: batch.changed + coded };
    },
  };
}
