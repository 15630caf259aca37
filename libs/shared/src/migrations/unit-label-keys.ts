import { derivedFieldsOf } from '@pas/platform/mongo/derive-fields';
import { reportFinding } from '@pas/platform/migrations/migration-finding';
import type { Migration } from '@pas/platform/migrations/migration';
import { core } from '@pas/platform/mongo/connections';
import { duplicateKeyOf } from '@pas/platform/mongo/duplicate-key';
import { fieldChanges } from '../audit/field-changes.ts';
import { commit } from '../change/commit.ts';
import { workContext, type Worker } from '../context/work-context.ts';
import { UnitModel, type UnitRow } from '../models/unit.ts';
import {
  hasRightKey,
  planLabelKeys,
  type Collision,
  type KeyMove,
  type KeyPlan,
  type LabeledUnit,
} from './plan-label-keys.ts';

/** Rows of a batch. A property with more units is one batch, and is read in parts of this size. */
const batchSize = 2000;

/** Updates in one command. */
const writeSize = 500;

/** Maximum number of plans of a property, when other processes change its units meanwhile. */
const maxPlans = 20;

/**
 * Returns the driver's collection, without the tenant guard. No request reaches a migration, and it covers all
 * tenants.
 */
function units() {
  if (!core.db) throw new Error('Migrations need an open database.');
  return core.db.collection<UnitRow>('units');
}

const projection = { tenantId: 1, propertyId: 1, label: 1, labelKey: 1, createdAt: 1 };

const readProperties = (propertyIds: readonly string[]): Promise<LabeledUnit[]> =>
  units()
    .find({ isLive: true, propertyId: { $in: [...propertyIds] } }, { projection })
    .toArray();

/** The units of whole properties, in the order of the properties' ids. */
interface Batch {
  rows: LabeledUnit[];
  examined: number;
  /** The last property. */
  position: string;
}

/**
 * Reads a property of many units. If each unit has the key of its label, no plan is needed, because keys are unique
 * within a property. So the units are read in parts and not kept.
 */
async function readLarge(propertyId: string): Promise<Batch> {
  const parts = units().find({ isLive: true, propertyId }, { projection, batchSize });
  let examined = 0;
  for await (const unit of parts) {
    if (!hasRightKey(unit)) {
      const rows = await readProperties([propertyId]);
      return { rows, examined: rows.length, position: propertyId };
    }
    examined += 1;
  }
  return { rows: [], examined, position: propertyId };
}

/** Reads the units of the next properties; null where there are none. */
async function readBatch(position: string | null): Promise<Batch | null> {
  const rows = await units()
    .find({ isLive: true, propertyId: { $gt: position ?? '' } }, { projection, limit: batchSize })
    .sort({ propertyId: 1, labelKey: 1 })
    .toArray();
  const last = rows.at(-1)?.propertyId;
  if (last === undefined) return null;
  if (rows.length < batchSize) return { rows, examined: rows.length, position: last };
  const whole = rows.filter(({ propertyId }) => propertyId !== last);
  const end = whole.at(-1)?.propertyId;
  return end === undefined ? readLarge(last) : { rows: whole, examined: whole.length, position: end };
}

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

const propertiesOf = ({ collisions, steps }: KeyPlan): string[] => [
  ...new Set([...collisions, ...steps.flat()].map(({ unit }) => unit.propertyId)),
];

/** Assigns the keys of whole properties, and plans again if another process interfered. */
async function settle(run: Run, rows: readonly LabeledUnit[]): Promise<number> {
  let changed = 0;
  let current = rows;
  for (let plans = 0; plans < maxPlans; plans += 1) {
    const plan = planAll(current);
    const propertyIds = propertiesOf(plan);
    if (propertyIds.length === 0) return changed;
    for (const collision of plan.collisions) changed += await writeCollision(run, collision);
    for (const step of plan.steps) changed += await writeStep(step);
    current = await readProperties(propertyIds);
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
