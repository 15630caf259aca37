import { derivedFieldsOf } from '@pas/platform/mongo/derive-fields';
import { reportFinding } from '@pas/platform/migrations/migration-finding';
import type { Migration } from '@pas/platform/migrations/migration';
import { duplicateKeyOf } from '@pas/platform/mongo/duplicate-key';
import { fieldChanges } from '../audit/field-changes.ts';
import { commit } from '../change/commit.ts';
import { workContext, type Worker } from '../context/work-context.ts';
import { UnitModel } from '../models/unit.ts';
import { readBatch, readUnits, units, type PropertyKey } from './unit-batches.ts';
import {
  planLabelKeys,
  type Collision,
  type KeyMove,
  type KeyPlan,
  type LabeledUnit,
} from './plan-label-keys.ts';

/** Updates in one command. */
const writeSize = 500;

/** Maximum number of plans of a property, when other processes change its units meanwhile. */
const maxPlans = 20;

/** Matches a unit as long as nobody has given it another label or key. */
const unchanged = ({ _id, tenantId, label, labelKey }: LabeledUnit) => ({
  _id,
  tenantId,
  isLive: true,
  label,
  labelKey,
});

const updateOf = ({ unit: { label }, labelKey }: KeyMove, now: Date) => ({
  $set: { label, labelKey, ...derivedFieldsOf('units', { label, labelKey }), updatedAt: now },
  $inc: { version: 1 },
});

/**
 * @returns the number of units that got their key; a unit relabelled meanwhile by the earlier release follows in the
 *   next plan
 */
async function writeStep(moves: readonly KeyMove[]): Promise<number> {
  const now = new Date();
  let written = 0;
  for (let from = 0; from < moves.length; from += writeSize) {
    const updates = moves.slice(from, from + writeSize).map((move) => ({
      updateOne: { filter: unchanged(move.unit), update: updateOf(move, now) },
    }));
    try {
      written += (await units().bulkWrite(updates, { ordered: false })).modifiedCount;
    } catch (error) {
      if (duplicateKeyOf(error) === null) throw error;
      written += (error as { result?: { modifiedCount: number } }).result?.modifiedCount ?? 0;
    }
  }
  return written;
}

/** The migration as the report names it, and the program that runs it. */
interface Run {
  id: string;
  worker: Worker;
}

/** Writes a unit's numbered key, its line in the report and its audit record together. */
async function writeCollision({ id, worker }: Run, collision: Collision): Promise<number> {
  const { unit, labelKey, keptBy } = collision;
  const ctx = workContext(worker, unit.tenantId);
  const isWritten = await commit(ctx, async (change) => {
    const update = updateOf(collision, ctx.now);
    const { matchedCount } = await UnitModel.updateOne(unchanged(unit), update, { session: change.session });
    if (matchedCount === 0) return false;
    const message = `Unit ${unit._id} (label "${unit.label}", property ${unit.propertyId}) now has the key ${labelKey}. Its label equals "${keptBy.label}" of the older unit ${keptBy._id}. Give one of them another label, or delete one.`;
    const finding = { migration: id, tenantId: unit.tenantId, rowId: unit._id, message, at: ctx.now };
    await reportFinding(finding, change.session);
    change.record({
      action: 'unit.updated',
      targets: [{ type: 'unit', id: unit._id }],
      changes: fieldChanges(unit, { ...unit, labelKey }, { fields: ['labelKey'] }),
      propertyIds: [unit.propertyId],
    });
    return true;
  });
  return Number(isWritten);
}

/** Merges the plans of whole properties. Their steps run side by side. */
function planAll(units: readonly LabeledUnit[]): KeyPlan {
  const plans = [...Map.groupBy(units, ({ propertyId }) => propertyId).values()].map(planLabelKeys);
  const depth = Math.max(0, ...plans.map(({ steps }) => steps.length));
  return {
    collisions: plans.flatMap(({ collisions }) => collisions),
    steps: Array.from({ length: depth }, (_, index) => plans.flatMap(({ steps }) => steps[index] ?? [])),
  };
}

/** Returns the properties in which a plan changes units. */
function propertiesOf({ collisions, steps }: KeyPlan): PropertyKey[] {
  const changed = [...collisions, ...steps.flat()].map(
    ({ unit }) => [unit.propertyId, unit.tenantId] as const,
  );
  return [...new Map(changed)].map(([propertyId, tenantId]) => ({ tenantId, propertyId }));
}

/** Assigns the keys of whole properties, and plans again if another process interfered. */
async function settle(run: Run, rows: readonly LabeledUnit[]): Promise<number> {
  let changed = 0;
  let current = rows;
  for (let plans = 0; plans < maxPlans; plans += 1) {
    const plan = planAll(current);
    const properties = propertiesOf(plan);
    if (properties.length === 0) return changed;
    for (const collision of plan.collisions) changed += await writeCollision(run, collision);
    for (const step of plan.steps) changed += await writeStep(step);
    current = await readUnits(properties);
  }
  throw new Error('The units change faster than they can be read. Run the migration again.');
}

/**
 * Gives every live unit the key of its label in this release. `1.12` and `11.2` had the key `112` before. A changed
 * key changes the unit's `version` and `updatedAt`.
 */
export function unitLabelKeys(id: string, worker: Worker): Migration {
  return {
    id,
    summary: 'compares unit labels so that 1.12 and 11.2 are two units',
    runBatch: async (after) => {
      const batch = await readBatch(after);
      if (batch === null) return null;
      const { rows, examined, position } = batch;
      return { position, examined, changed: await settle({ id, worker }, rows) };
    },
  };
}
