import type { Migration } from '@pas/platform/migrations/migration';
import { duplicateKeyOf } from '@pas/platform/mongo/duplicate-key';
import type { Worker } from '../context/work-context.ts';
import { planCodes } from '../models/dial-code.ts';
import type { UnitRow } from '../models/unit.ts';
import { readPropertyKeys, units, type PropertyKey } from './unit-batches.ts';
import { unitLabelKeys } from './unit-label-keys.ts';

type UncodedUnit = Pick<UnitRow, '_id' | 'tenantId' | 'propertyId' | 'labelKey'>;

/** Updates in one command. */
const writeSize = 500;

/** Maximum number of plans, when other processes create units meanwhile. */
const maxPlans = 20;

/** Reads the units of a property without a code, the oldest first. */
const readUncoded = (property: PropertyKey): Promise<UncodedUnit[]> =>
  units()
    .find({ ...property, isLive: true, dialCode: null } as object)
    .project<UncodedUnit>({ tenantId: 1, propertyId: 1, labelKey: 1, createdAt: 1 })
    .sort({ createdAt: 1, _id: 1 })
    .toArray();

/** Reads the codes of a property that are in use or at rest. */
async function readTaken(property: PropertyKey): Promise<Set<string>> {
  const rows = await units()
    .find({ ...property, dialCode: { $gt: '' } })
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

/** Gives the units of a property their codes, and plans again if another process interfered. */
async function codeProperty(property: PropertyKey): Promise<number> {
  let changed = 0;
  for (let plans = 0; plans < maxPlans; plans += 1) {
    const uncoded = await readUncoded(property);
    if (uncoded.length === 0) return changed;
    const labelKeys = uncoded.map(({ labelKey }) => labelKey);
    const codes = planCodes(labelKeys, { taken: await readTaken(property), floor: 0 });
    changed += await writeCodes(uncoded, codes);
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
      let { changed } = batch;
      for (const property of await readPropertyKeys({ after: after ?? '', through: batch.position }))
        changed += await codeProperty(property);
      return { ...batch, changed };
    },
  };
}
