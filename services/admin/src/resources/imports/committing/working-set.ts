import type { OperationContext } from '@pas/shared/context/operation-context';
import type { TenantMoment } from '@pas/shared/context/tenant-now';
import type { ImportedRow, ImportOperation } from '@pas/shared/models/imported-row';
import { UnitModel, type UnitRow } from '@pas/shared/models/unit';
import { isCurrent, UserModel, type Residence, type UserRow } from '@pas/shared/models/user';
import type { ClientSession } from 'mongoose';

/** A row of an import that has an operation. */
export type PlannedRow = ImportedRow & { operation: ImportOperation };

/** A row as read, and as the batch changes it. */
export interface TrackedRow<Row> {
  /** Null for a row that the batch creates. */
  before: Row | null;
  row: Row;
}

/**
 * In-memory data that a batch reads and changes. Each row is applied here, and the result is stored immediately.
 */
export interface WorkingSet {
  users: Map<string, TrackedRow<UserRow>>;
  units: Map<string, TrackedRow<UnitRow>>;
  /** All residences in the units of the batch, by unit. */
  residences: Map<string, Map<string, Residence>>;
  /** The units whose residences have changed. */
  touched: Set<string>;
}

const distinct = (values: readonly string[]): string[] => [...new Set(values)];

interface Snapshot {
  session: ClientSession;
  /** Whether the users that the rows created exist already. */
  isUndoing: boolean;
}

/** Maximum documents per answer of the store: usually the number that a batch names. */
const maxAnswer = 2000;

interface DocumentQuery {
  batchSize(size: number): { lean<T>(): PromiseLike<T> };
}

/** Reads documents by the values of one field, in a snapshot. Without values it sends no statement. */
async function findIn<Row>(
  values: readonly string[],
  find: (values: { $in: string[] }) => DocumentQuery,
): Promise<Row[]> {
  return values.length === 0
    ? []
    : find({ $in: [...values] })
        .batchSize(maxAnswer)
        .lean<Row[]>();
}

/**
 * Loads the entities of a batch in the snapshot of its transaction, with three reads for any number of rows.
 * New entities are not read: a unique index rejects duplicates.
 */
export async function loadWorkingSet(
  { tenantId }: OperationContext,
  rows: readonly PlannedRow[],
  { session, isUndoing }: Snapshot,
): Promise<WorkingSet> {
  const live = { tenantId, isLive: true } as const;
  const operations = rows.map(({ operation }) => operation);
  const made = new Set(
    isUndoing
      ? []
      : operations.flatMap(({ isNewUser, userId, newUnit, unitId }) => [
          ...(isNewUser ? [userId] : []),
          ...(newUnit ? [unitId] : []),
        ]),
  );
  const known = (ids: readonly string[]): string[] => distinct(ids).filter((id) => !made.has(id));
  const users = await findIn<UserRow>(known(operations.map(({ userId }) => userId)), (_id) =>
    UserModel.find({ ...live, _id }).session(session),
  );
  const units = await findIn<UnitRow>(known(operations.map(({ unitId }) => unitId)), (_id) =>
    UnitModel.find({ ...live, _id }).session(session),
  );
  const unitIds = units.map(({ _id }) => _id);
  const neighbours = await findIn<Pick<UserRow, 'residences'>>(unitIds, (ids) =>
    UserModel.find({ ...live, 'residences.unitId': ids }, { residences: 1 }).session(session),
  );
  const set: WorkingSet = {
    users: new Map(users.map((row) => [row._id, { before: row, row }])),
    units: new Map(units.map((row) => [row._id, { before: row, row }])),
    residences: new Map(),
    touched: new Set(),
  };
  for (const { residences } of neighbours) for (const residence of residences) keepResidence(set, residence);
  return set;
}

/** Stores the current version of a residence. */
export function keepResidence({ residences }: WorkingSet, residence: Residence): void {
  const ofUnit = residences.get(residence.unitId) ?? new Map<string, Residence>();
  residences.set(residence.unitId, ofUnit.set(residence.id, residence));
}

/** Returns all residences in a unit. */
export const residencesIn = ({ residences }: WorkingSet, unitId: string): Residence[] => [
  ...(residences.get(unitId)?.values() ?? []),
];

/** Updates the occupancy of each unit whose residences have changed. */
export function settleOccupancy(set: WorkingSet, at: TenantMoment): void {
  for (const unitId of set.touched) {
    const unit = set.units.get(unitId);
    if (!unit) continue;
    const isOccupied = residencesIn(set, unitId).some((residence) => isCurrent(residence, at));
    const occupancy = isOccupied ? 'OCCUPIED' : 'VACANT';
    if (occupancy === unit.row.occupancy) continue;
    const raised = unit.before ? { version: unit.before.version + 1, updatedAt: at.now } : {};
    set.units.set(unitId, { ...unit, row: { ...unit.row, occupancy, ...raised } });
  }
}
